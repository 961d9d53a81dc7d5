import * as react from 'react'
import { useEffect, useMemo, useRef } from 'react'

import { ApiError, root } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useFormat, type Format } from '@/lib/format'
import { languageOf, type PluginPage } from '@/lib/plugin-pages'
import type { Language } from '@/lib/preferences'
import { textsFrom } from '@/lib/text'
import { useWhy, type Why } from '@/lib/why'
import { useLive } from '@/live/store'
import type { LiveFact } from '@/live/turns'

import { newest } from './newest'
import { PARTS } from './parts'
import { request } from './request'

/** What a plug-in's page is given, beside the element to show itself in. */
export interface Host {
  language: Language
  request: typeof request
  /** Fetches `locales/page.<language>.json` and returns what says its texts: a key, `dialog.title`, and values. */
  texts: () => Promise<(key: string, values?: Record<string, unknown>) => string>
  /** Takes on `page.css` of the folder `page`; resolves when it holds, and also where it could not be loaded. */
  look: () => Promise<void>
  format: Format
  /** Says something in a corner for a while. */
  notify: (text: string, kind?: 'done' | 'failed' | 'note') => void
  undoable: typeof undoable
  /** The sentence for what `request` threw. */
  reason: (error: unknown) => string
  /** The sentence for a reason of the server, a code with values; `text` where there is none. */
  why: (why: Why | null | undefined, text: string) => string
  /** Tells of what happens from now on, `{ kind, data, … }`; returns what ends that. */
  listen: (told: (event: LiveFact) => void) => () => void
  react: typeof react
  parts: typeof PARTS
  /** Shows what is made of `react` and `parts`, in place of the element. */
  render: (node: react.ReactNode) => void
}

/** Returns what a page is given but its look; the same for as long as it is shown in a language. */
export function useHost(page: PluginPage, language: Language, render: Host['render']): Omit<Host, 'look'> {
  const format = useFormat()
  const reason = useReason()
  const why = useWhy()
  const latest = useRef({ reason, why })
  useEffect(() => {
    latest.current = { reason, why }
  }, [reason, why])
  return useMemo(
    () => ({
      language,
      request,
      texts: () => fetchTexts(page, language),
      format,
      notify: (text, kind) => notify(text, kind),
      undoable,
      reason: (error) => latest.current.reason(error),
      why: (given, text) => latest.current.why(given, text),
      listen: (told) =>
        useLive.subscribe(({ facts }, before) => {
          if (facts !== before.facts) for (const fact of newest(facts, before.facts.at(-1))) told(fact)
        }),
      react,
      parts: PARTS,
      render,
    }),
    [page, language, format, render],
  )
}

async function fetchTexts(page: PluginPage, language: Language) {
  const said = languageOf(page, language)
  const response = await fetch(`${root}/assets/plugins/${page.plugin}/page.${said}.json`)
  if (!response.ok) throw new ApiError(response.status, undefined, response.statusText)
  return textsFrom(`plugin-${page.plugin}`, said, await response.json())
}
