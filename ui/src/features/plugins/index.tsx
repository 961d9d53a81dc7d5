import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { api, data, root } from '@/client/api'
import { Page } from '@/components/page'
import { Empty, Failure } from '@/components/states'
import { titleOf } from '@/lib/plugin-pages'
import { usePreferences, type Language } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { request } from './request'

/** What a plug-in's page is given, beside the element to show itself in. */
interface Host {
  language: Language
  request: typeof request
}

/** The module of a plug-in's page. What it returns, if anything, is called when the page is left. */
interface PageModule {
  default: (element: HTMLElement, host: Host) => unknown
}

/** A page that a plug-in brings: its own module, in the frame and the look of the app. */
export default function OfPlugin() {
  const t = useTexts('plugins')
  const { plugin } = useParams({ from: '/plugins/$plugin' })
  const { language } = usePreferences()
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  if (me.isPending) return null
  if (me.isError)
    return (
      <Page module="tools" title="">
        <Failure error={me.error} onRetry={() => void me.refetch()} />
      </Page>
    )
  const page = me.data.pages.find((one) => one.plugin === plugin)
  if (!page)
    return (
      <Page module="tools" title={t('absent')}>
        <Empty icon="plug" title={t('absent')}>
          {t('absentBody')}
        </Empty>
      </Page>
    )
  return (
    <Page module="tools" title={titleOf(page, language)}>
      <Shown key={`${plugin} ${language}`} plugin={plugin} language={language} />
    </Page>
  )
}

function Shown({ plugin, language }: { plugin: string; language: Language }) {
  const place = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
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
      const address = `${root}/assets/plugins/${plugin}/page.js${attempt ? `?again=${attempt}` : ''}`
      const module = (await import(/* @vite-ignore */ address)) as PageModule
      if (left) return
      leave = await module.default(element, { language, request })
      if (left) end()
    }
    begin().catch((error: unknown) => {
      if (!left) setProblem(error)
    })
    return () => {
      left = true
      end()
    }
  }, [plugin, language, attempt])
  const again = () => {
    setProblem(undefined)
    setAttempt((now) => now + 1)
  }
  return (
    <>
      {problem !== undefined && <Failure error={problem} onRetry={again} />}
      <div ref={place} hidden={problem !== undefined} />
    </>
  )
}
