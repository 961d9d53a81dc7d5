import type { Decision } from '@/client/api'

const who = (decision: Pick<Decision, 'agent' | 'parts'>): string =>
  decision.parts?.length ? decision.parts.map((part) => part.agent).join(' ') : (decision.agent ?? '')

/** Whether two decisions give a message to the same agents. What a model settled then is left open by rules now. */
export function sameOutcome(
  then: Pick<Decision, 'agent' | 'parts' | 'stage'>,
  now: Pick<Decision, 'agent' | 'parts' | 'stage'>,
): boolean {
  if (then.stage === 'model' && now.stage === 'model') return true
  return who(then) === who(now)
}
