import { useCallback } from 'react'

import type { Agent } from '@/client/api'
import spanish from '@/client/agents.es.json'

import { usePreferences, type Language } from './preferences'

const SPANISH: Readonly<Record<string, { en: string; es: string }>> = spanish

/** What an agent is for, in `language` where it ships and still says what it said then; else in the words of who wrote it. */
export function descriptionIn(language: Language, { id, description }: Pick<Agent, 'id' | 'description'>): string {
  const shipped = SPANISH[id]
  return language === 'es' && shipped?.en === description ? shipped.es : description
}

/** Says what an agent is for, in the chosen language where it can. */
export function useAgentWords(): (agent: Pick<Agent, 'id' | 'description'>) => string {
  const language = usePreferences((state) => state.language)
  return useCallback((agent) => descriptionIn(language, agent), [language])
}
