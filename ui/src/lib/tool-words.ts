import { useCallback } from 'react'

import { usePreferences } from './preferences'
import { useLateTexts, useTexts, type Say } from './text'

interface Described {
  name: string
  origin?: string | undefined
  description: string
}

/** Whether a tool of this origin is one of those that ship. */
export const ships = (origin = 'builtin'): boolean => origin === 'builtin' || origin === 'swarm'

/**
 * What a tool does, for a person: of those that ship in the chosen language, of others in the words of who brings them.
 * In English, which is what the server speaks of them, all is in its words.
 */
export function useToolWords(): (tool: Described) => string {
  const language = usePreferences((state) => state.language)
  const t = useTexts('builtin-tools')
  return useCallback(
    ({ name, origin, description }) =>
      language !== 'en' && ships(origin) ? t(named(name), { defaultValue: description }) : description,
    [language, t],
  )
}

/** What a tool does in a sentence, where all that is known of it is its name; nothing of one that does not ship. */
export function useToolSentence(): (name: string, origin: string) => string | undefined {
  const t = useLateTexts('builtin-tools')
  return useCallback((name, origin) => (ships(origin) && t(named(name), { defaultValue: '' })) || undefined, [t])
}

/** The key of a tool, which may be one that does not ship. */
const named = (tool: string) => tool as Parameters<Say<'builtin-tools'>>[0]
