import { useCallback } from 'react'

import type { Agent } from '@/client/api'

import { useTexts, type Say } from './text'

type About = Pick<Agent, 'description'>

/**
 * Says what an agent is for: in the chosen language where it ships and still says what it said then, else in the words
 * of who wrote it.
 */
export function useAgentWords(): (agent: About) => string {
  const t = useTexts('builtin-agents')
  return useCallback(({ description }) => descriptionBy(t, description), [t])
}

/** Says a description as `t` has it; as it is written where `t` does not know it. */
export function descriptionBy(t: Say<'builtin-agents'>, description: string): string {
  return t(description as Parameters<typeof t>[0], {
    defaultValue: description,
    keySeparator: false,
    nsSeparator: false,
  })
}
