import type { Schemas } from '@/client/api'

import { planOf, timesOf, type Plan } from '../plan'
import type { Action, Schedule } from '../types'

/** A schedule while it is written. */
export interface Draft {
  name: string
  plan: Plan
  timezone: string
  startsAt: string | null
  endsAt: string | null
  action: Action
  missed: Schedule['missed']
  overlap: Schedule['overlap']
}

const NOTHING: Action = {
  type: 'message',
  message: '',
  title: '',
  description: '',
  agentId: null,
  supervised: false,
  priority: 'medium',
  tags: [],
  run: true,
}

/** A new schedule, every day at nine. */
export function blank(timezone: string): Draft {
  return {
    name: '',
    plan: { kind: 'daily', time: '09:00' },
    timezone,
    startsAt: null,
    endsAt: null,
    action: NOTHING,
    missed: 'once',
    overlap: 'skip',
  }
}

export function draftOf(schedule: Schedule): Draft {
  const { name, timezone, startsAt, endsAt, action, missed, overlap } = schedule
  return { name, plan: planOf(schedule), timezone, startsAt, endsAt, action, missed, overlap }
}

/** What keeps a draft from being saved, by field. */
export type Missing = Partial<
  Record<
    'name' | 'when' | 'zone' | 'message' | 'title',
    'needsName' | 'needsWhen' | 'unknownZone' | 'needsMessage' | 'needsTitle'
  >
>

export function missingIn(draft: Draft): Missing {
  return {
    ...(draft.name.trim() ? {} : { name: 'needsName' as const }),
    ...(timesOf(draft.plan) ? {} : { when: 'needsWhen' as const }),
    ...(isZone(draft.timezone) ? {} : { zone: 'unknownZone' as const }),
    ...(draft.action.type === 'message' && !draft.action.message.trim() ? { message: 'needsMessage' as const } : {}),
    ...(draft.action.type === 'task' && !draft.action.title.trim() ? { title: 'needsTitle' as const } : {}),
  }
}

/** Whether a name is that of a time zone. */
export function isZone(name: string): boolean {
  try {
    return Boolean(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The draft as the server takes it; only what belongs to what it does. */
export function bodyOf(draft: Draft): Schemas['ScheduleFields'] {
  const { name, plan, timezone, startsAt, endsAt, action, missed, overlap } = draft
  const of = action.type === 'message' ? { message: action.message.trim() } : { title: action.title.trim() }
  return {
    name: name.trim(),
    ...timesOf(plan),
    timezone,
    startsAt,
    endsAt,
    missed,
    overlap,
    action: {
      type: action.type,
      ...of,
      agentId: action.agentId,
      supervised: action.supervised && action.agentId !== null,
      run: action.run,
      description: action.type === 'task' ? action.description : '',
      priority: action.priority,
      tags: [...action.tags],
    },
  }
}
