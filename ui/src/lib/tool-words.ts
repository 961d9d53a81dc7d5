import { useCallback } from 'react'

import english from '@/client/tools.en.json'
import spanish from '@/client/tools.es.json'

import { usePreferences } from './preferences'

interface Described { name: string; origin?: string | undefined; description: string }

/** What tools that ship do, by their names, in a sentence. */
const ENGLISH: Readonly<Record<string, string>> = english
/** The same in Spanish, and what arguments mean by `tool.argument`. */
const SPANISH: Readonly<Record<string, string>> = spanish

const ships = (origin: string) => origin === 'builtin' || origin === 'swarm'

/**
 * What a tool does, or one of its arguments means, for a person: of those that ship in the chosen language, of others
 * in the words of who brings them.
 */
export function useToolWords(): (tool: Described, argument?: { name: string; description: string }) => string {
  const language = usePreferences((state) => state.language)
  return useCallback(
    ({ name, origin = 'builtin', description }: Described, argument?: { name: string; description: string }) => {
      return (language === 'es' && ships(origin) && SPANISH[argument ? `${name}.${argument.name}` : name]) || (argument?.description ?? description)
    },
    [language],
  )
}

/** What a tool does in a sentence, where all that is known of it is its name; nothing of one that does not ship. */
export function useToolSentence(): (name: string, origin: string) => string | undefined {
  const language = usePreferences((state) => state.language)
  return useCallback((name: string, origin: string) => (ships(origin) ? (language === 'es' ? SPANISH : ENGLISH)[name] : undefined), [language])
}
