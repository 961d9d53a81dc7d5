import type { Decision } from '@/client/api'

/** What a decision means for the agent that is being edited. */
export interface Outcome {
  kind: 'wins' | 'other' | 'supervisor' | 'open' | 'nobody'
  /** Who got the message; nothing when no agent did. */
  agent: string | null
}

export function outcomeOf(
  { agent, stage, shortlist }: Pick<Decision, 'agent' | 'stage' | 'shortlist'>,
  edited: string,
): Outcome {
  if (agent === edited) return { kind: 'wins', agent }
  if (agent !== null && agent !== undefined) return { kind: 'other', agent }
  if (shortlist.length) return { kind: 'open', agent: null }
  return { kind: stage === 'small_talk' ? 'supervisor' : 'nobody', agent: null }
}
