import type { EventData } from '@/client/events'

import { depthOf, placeOf } from './place'
import type { LiveFact } from './turns'

/** What a resident does now. */
export type Activity = 'sleeping' | 'waking' | 'thinking' | 'calling' | 'waiting' | 'retrying'

/** What a resident was seen doing. */
export interface Doing {
  /** Its swarm. */
  swarm: string
  activity: Activity
  /** The tool that it calls or wants to call. */
  tool: string
  /** The room whose mail it reads. */
  room: string | null
  /** Its turn; nothing once that has ended. */
  executionId: string | null
  /** When this page heard of it, in milliseconds. */
  at: number
}

type All = Readonly<Record<string, Doing>>

/** Returns what residents do after `fact`; the same object where the fact changes nothing. */
export function afterSwarmFact(all: All, fact: LiveFact, at: number): All {
  const change = changeOf(fact)
  if (!change) return fact.kind === 'swarm.changed' ? withoutSwarm(all, String(fact.data.swarm)) : all
  const [resident, what] = change
  if (what === null) {
    const { [resident]: _, ...rest } = all
    return resident in all ? rest : all
  }
  const before = all[resident]
  return {
    ...all,
    [resident]: {
      swarm: String(fact.data.swarm ?? fact.swarmId),
      activity: 'thinking',
      tool: '',
      room: before?.room ?? null,
      executionId: fact.executionId ?? before?.executionId ?? null,
      ...what,
      at,
    },
  }
}

const AFTER_TURN: Record<string, Activity> = { waiting: 'waiting', retrying: 'retrying' }

function changeOf(fact: LiveFact): [string, Partial<Doing> | null] | null {
  switch (fact.kind) {
    case 'resident.changed':
      return [String(fact.data.resident), null]
    case 'resident.woken': {
      const data = fact.data as unknown as EventData['resident.woken']
      return [data.resident, { room: data.room }]
    }
    case 'resident.slept': {
      const data = fact.data as unknown as EventData['resident.slept']
      const activity = AFTER_TURN[data.outcome] ?? 'sleeping'
      return [data.resident, { activity, ...(activity === 'sleeping' ? { executionId: null, room: null } : {}) }]
    }
    default:
      return fact.residentId && fact.agent === fact.residentId ? inTurn(fact, fact.residentId) : null
  }
}

/** What a fact of a resident's turn says; what its helpers do is told by them. */
function inTurn(fact: LiveFact, resident: string): [string, Partial<Doing>] | null {
  if (depthOf(placeOf(fact.data))) return null
  switch (fact.kind) {
    case 'model-call':
    case 'agent.tool_result':
      return [resident, {}]
    case 'tool-execution':
      return [resident, { activity: 'calling', tool: String(fact.data.tool) }]
    case 'approval.requested':
      return [resident, { activity: 'waiting', tool: String(fact.data.tool) }]
    default:
      return null
  }
}

function withoutSwarm(all: All, swarm: string): All {
  const kept = Object.entries(all).filter(([, doing]) => doing.swarm !== swarm)
  return kept.length === Object.keys(all).length ? all : Object.fromEntries(kept)
}
