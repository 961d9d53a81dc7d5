import type { Decision } from '@/client/api'

import type { GoldenCase } from './types'

/** The golden case that says that a decision is right, if there is one. */
export function caseOf(
  { message, agent, lastAgent }: Pick<Decision, 'message' | 'agent' | 'lastAgent'>,
  cases: readonly GoldenCase[],
): GoldenCase | undefined {
  return cases.find(
    (one) => one.text === message && one.agent === agent && (one.lastAgent ?? null) === (lastAgent ?? null),
  )
}
