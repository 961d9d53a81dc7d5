import type { Place } from './place'

/** A place for tests: a round, a tool call of it, and the calls of helpers above it, outermost first. */
export const at = (
  round: number,
  index: number | null = null,
  path: string[] = [],
  phase: Place['phase'] = 'answer',
): Place => ({
  path,
  phase,
  round,
  index,
})
