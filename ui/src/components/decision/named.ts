import { useCallback } from 'react'

import type { Decision } from '@/client/api'
import { useAgentsById } from '@/lib/agents'

const QUOTED = /(“[^”]*”)/
const ID = /[a-z0-9][a-z0-9_@-]*/g

/** Puts the names of agents in place of their ids; what is quoted stays as somebody said it. */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .split(QUOTED)
    .map((piece, index) => (index % 2 ? piece : piece.replace(ID, (word) => names.get(word) ?? word)))
    .join('')
}

/** Returns what writes a sentence of the server, which names these agents by their ids, with their names. */
export function useNamed(): (text: string, agents: readonly (string | null | undefined)[]) => string {
  const known = useAgentsById()
  return useCallback(
    // Only of agents that it is about: an id can be an everyday word.
    (text, agents) =>
      withNames(text, new Map(agents.flatMap((id) => (id && known.has(id) ? [[id, known.get(id)!.name]] : [])))),
    [known],
  )
}

/** The agents that a decision's own sentences may name. */
export function agentsOf(decision: Decision): string[] {
  const { agent, candidates, excluded, shortlist, parts, learned, lastAgent } = decision
  return [
    agent,
    lastAgent,
    learned?.agent,
    learned?.runnerUp,
    ...shortlist,
    ...candidates.map((one) => one.agent),
    ...excluded.map((one) => one.agent),
    ...(parts ?? []).map((one) => one.agent),
  ].filter((id) => id != null)
}
