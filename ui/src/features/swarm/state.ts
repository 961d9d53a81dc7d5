import type { Activity, Doing } from '@/live/swarm-facts'

import type { Resident, Wait } from './types'

/** How a resident stands, in one word. */
export type StateKind = Activity | 'expecting' | 'paused' | 'stopped'

export interface ResidentState {
  kind: StateKind
  /** The tool that it calls or wants to call. */
  tool: string
  /** Ids of the members from whom it expects an answer, while it sleeps. */
  whom: readonly string[]
  retryAt: string | null
}

/** The states as people filter by them. */
export type StateGroup = 'working' | 'waiting' | 'retrying' | 'sleeping' | 'off'
export const STATE_GROUPS: readonly StateGroup[] = ['working', 'waiting', 'retrying', 'sleeping', 'off']

const GROUP_OF: Record<StateKind, StateGroup> = {
  waking: 'working',
  thinking: 'working',
  calling: 'working',
  waiting: 'waiting',
  expecting: 'waiting',
  retrying: 'retrying',
  sleeping: 'sleeping',
  paused: 'off',
  stopped: 'off',
}
export const groupOf = ({ kind }: ResidentState): StateGroup => GROUP_OF[kind]

/** Milliseconds in which a record may have been read before what an event told meanwhile. */
const OVERLAP = 1500
const OPEN = new Set<Activity>(['thinking', 'calling'])

/**
 * Returns how a resident stands: by what a person did to it first, then by whatever is newer of its record, read at
 * `readAt`, and of what events told. `asked` is the tool on which a person's word is wanted.
 */
export function stateOf(
  resident: Resident,
  doing: Doing | undefined,
  readAt: number,
  whom: readonly string[],
  asked = '',
): ResidentState {
  const { status, retryAt } = resident
  if (status !== 'active') return { kind: status, tool: '', whom: [], retryAt: null }
  const told = doing && readAt < doing.at + OVERLAP ? doing : undefined
  // Mail that came since it fell asleep is told by its record alone.
  const asleep = told?.activity === 'sleeping' && !OPEN.has(resident.activity) ? undefined : told
  const kind = asleep?.activity ?? resident.activity
  const tool =
    kind === 'calling' ? asleep?.tool || resident.doing : kind === 'waiting' ? asked || (asleep?.tool ?? '') : ''
  if (kind === 'sleeping' && whom.length) return { kind: 'expecting', tool: '', whom, retryAt: null }
  return { kind, tool, whom: [], retryAt: kind === 'retrying' ? retryAt : null }
}

/** Returns from whom each member expects an answer. */
export function expectedBy(waits: readonly Wait[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { who, whom, state } of waits) {
    if (state === 'approval') continue
    const had = found.get(who)
    if (!had) found.set(who, [whom])
    else if (!had.includes(whom)) had.push(whom)
  }
  return found
}
