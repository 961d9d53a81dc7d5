import type { Schemas } from '@/client/api'

/** The sorts of acts, in the order in which they are offered. */
export const GROUPS = [
  'access',
  'credentials',
  'connections',
  'approvals',
  'deletions',
  'exports',
  'settings',
] as const satisfies readonly Schemas['ActGroup'][]

/** What is looked for in the audit log; an empty text is no wish. */
export interface Wanted {
  group: '' | (typeof GROUPS)[number]
  /** Id of who did it. */
  person: string
  /** Id of what it was done to. */
  thing: string
  /** The first and the last day, as `YYYY-MM-DD` in the time of the browser. */
  since: string
  until: string
}

export const NOTHING: Wanted = { group: '', person: '', thing: '', since: '', until: '' }

/** What is asked of the server; the last day counts to its end. */
export function asked({ group, person, thing, since, until }: Wanted) {
  return {
    ...(group && { group }),
    ...(person && { person }),
    ...(thing && { thing }),
    ...(since && { since: midnight(since, 0) }),
    ...(until && { until: midnight(until, 1) }),
  }
}

function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
