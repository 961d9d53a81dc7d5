import { dayOf, plusDays, startOf } from './calendar/days'
import type { Priority } from './types'

export type DueFilter = 'overdue' | 'today' | 'week' | 'none'

/** Which tasks are looked at; what is not given does not narrow. */
export interface Filters {
  agent?: string | undefined
  priority?: Priority | undefined
  tag?: string | undefined
  due?: DueFilter | undefined
  q?: string | undefined
}

export const NO_FILTERS: Filters = {
  agent: undefined,
  priority: undefined,
  tag: undefined,
  due: undefined,
  q: undefined,
}

/** The filters of an address, without what does not narrow. */
export function filtersOf({ agent, priority, tag, due, q }: Filters): Filters {
  const all = { agent, priority, tag, due, q: q?.trim() || undefined }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Filters
}

/** How many filters are set, the sought text left out. */
export function filterCount({ agent, priority, tag, due }: Filters): number {
  return [agent, priority, tag, due].filter((one) => one !== undefined).length
}

const WEEK = 7

/** The filters as the server takes them, with days as they are where this person is. */
export function queryOf({ agent, priority, tag, due, q }: Filters, now: Date = new Date()) {
  return {
    ...(agent === undefined ? {} : { agentId: agent }),
    ...(priority === undefined ? {} : { priority }),
    ...(tag === undefined ? {} : { tag }),
    ...(due === undefined ? {} : { due: dueOf(due, now) }),
    ...(q === undefined ? {} : { search: q }),
  }
}

function dueOf(due: DueFilter, now: Date): string {
  if (due === 'overdue' || due === 'none') return due
  return rangeOf(dayOf(now), due === 'today' ? 1 : WEEK)
}

/** So many days from one on, as the server takes them. */
export function rangeOf(day: string, days: number): string {
  return `${startOf(day).toISOString()}..${startOf(plusDays(day, days)).toISOString()}`
}
