import { Component, useEffect, useRef, useState, type ReactNode } from 'react'

import { root } from '@/client/api'
import { Failure } from '@/components/states'
import type { PluginPage } from '@/lib/plugin-pages'
import { usePreferences, type Language } from '@/lib/preferences'

import { useHost, type Host } from './host'
import { BesideTitle } from './actions'

/** The module of a plug-in's page. What it returns, if it is a function, is called when the page is left. */
interface PageModule {
  default: (element: HTMLElement, host: Host) => unknown
}

interface ShownPageProps {
  page: PluginPage
  /** Where it may show buttons, beside its title. */
  beside: HTMLElement | null
}

/** What a plug-in shows: its own module, in the look of the app. */
export function ShownPage({ page, beside }: ShownPageProps) {
  const { language } = usePreferences()
  return (
    <BesideTitle value={beside}>
      <Shown key={`${page.plugin} ${language}`} page={page} language={language} />
    </BesideTitle>
  )
}

function Shown({ page, language }: { page: PluginPage; language: Language }) {
  const place = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<ReactNode>(null)
  const [problem, setProblem] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const host = useHost(page, language, setDrawn)
  useEffect(() => {
    // Each attempt has an element of its own: a page that is still at work when it is left shows itself nowhere.
    const element = document.createElement('div')
    element.className = 'plugin-page'
    place.current?.replaceChildren(element)
    let left = false
    let leave: unknown
    const end = () => {
      if (typeof leave === 'function') leave()
    }
    const begin = async () => {
      const folder = `${root}/assets/plugins/${page.plugin}`
      const address = `${folder}/page.js${attempt ? `?again=${attempt}` : ''}`
      const module = (await import(/* @vite-ignore */ address)) as PageModule
      if (left) return
      leave = await module.default(element, {
        ...host,
        look: () => styled(element, `${folder}/page.css`),
        render: (node) => !left && host.render(node),
      })
      if (left) end()
    }
    begin().catch((error: unknown) => {
      if (!left) setProblem(error)
    })
    return () => {
      left = true
      end()
    }
  }, [page.plugin, host, attempt])
  const again = () => {
    setProblem(undefined)
    setDrawn(null)
    setAttempt((now) => now + 1)
  }
  return (
    <>
      {problem !== undefined && <Failure error={problem} onRetry={again} />}
      {problem === undefined && <Kept onError={setProblem}>{drawn}</Kept>}
      <div ref={place} hidden={problem !== undefined || drawn !== null} />
    </>
  )
}

/** Puts a style sheet into an element; resolves when it holds, and also where it could not be loaded. */
function styled(element: HTMLElement, href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => resolve())
    element.append(link)
  })
}

/** Keeps what fails in a plug-in from taking the rest of the page along. */
class Kept extends Component<{ onError: (error: unknown) => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
