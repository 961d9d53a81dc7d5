import type { Schemas } from '@/client/api'

/** Where in the work on an execution something happens, as it is said with every step and event. */
export type Place = Schemas['Place']

const OWN: Place = { path: [], phase: 'answer' }

/** Where something happened; what is from before places were written counts as work of the execution's own agent. */
export const placeOf = (written: { place?: unknown }): Place => (written.place as Place | null | undefined) ?? OWN

/** The helper's call for which it happens; empty for work of the execution's own agent. */
export const callerOf = (place: Place): string => place.path.at(-1) ?? ''

/** How many helpers stand above it: 0 in the work of the execution's own agent. */
export const depthOf = (place: Place): number => place.path.length

const PHASES: readonly Place['phase'][] = ['answer', 'handed_over', 'handed_on', 'join', 'revision', 'rejoin']

/** Compares rounds of the same worker; what belongs to none comes after those of its phase. */
export function byRound(a: Place, b: Place): number {
  return PHASES.indexOf(a.phase) - PHASES.indexOf(b.phase) || numberOf(a) - numberOf(b)
}

/** Compares calls of the same round. */
export const byIndex = (a: Place, b: Place): number => (a.index ?? 0) - (b.index ?? 0)

const numberOf = (place: Place): number => place.round ?? Number.MAX_SAFE_INTEGER
