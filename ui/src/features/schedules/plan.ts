import type { Words } from './types'

/** How a person says when something is to be done. */
export type Plan =
  | { kind: 'every'; count: number; unit: Unit }
  | { kind: 'daily'; time: string }
  | { kind: 'weekdays'; time: string }
  | { kind: 'weekly'; days: readonly number[]; time: string }
  | { kind: 'monthly'; day: number; time: string }
  | { kind: 'cron'; cron: string }
export type PlanKind = Plan['kind']
export type Unit = 'minutes' | 'hours' | 'days'

export const PLAN_KINDS = [
  'every',
  'daily',
  'weekdays',
  'weekly',
  'monthly',
  'cron',
] as const satisfies readonly PlanKind[]
export const UNITS = ['minutes', 'hours', 'days'] as const satisfies readonly Unit[]
/** Days of the week, Monday first. */
export const WEEK = [1, 2, 3, 4, 5, 6, 7] as const
/** Stands for the last day of a month. */
export const LAST_DAY = -1

const SECONDS: Record<Unit, number> = { minutes: 60, hours: 3600, days: 86_400 }
const MOST_SECONDS = 366 * 86_400
const WORKDAYS = '1,2,3,4,5'
const SUNDAY = 7

/** When something is to be done, as the server takes it. */
export interface Times {
  cron?: string
  everySeconds?: number
}

/** The times of a plan; nothing while the plan is not complete. */
export function timesOf(plan: Plan): Times | null {
  if (plan.kind === 'cron') return plan.cron.trim() ? { cron: plan.cron.trim() } : null
  if (plan.kind === 'every') {
    const seconds = plan.count * SECONDS[plan.unit]
    return Number.isInteger(plan.count) && plan.count >= 1 && seconds <= MOST_SECONDS ? { everySeconds: seconds } : null
  }
  const clock = clockOf(plan.time)
  if (!clock) return null
  switch (plan.kind) {
    case 'daily':
      return { cron: `${clock} * * *` }
    case 'weekdays':
      return { cron: `${clock} * * 1-5` }
    case 'weekly':
      return plan.days.length
        ? {
            cron: `${clock} * * ${plan.days
              .toSorted()
              .map((day) => day % SUNDAY)
              .join(',')}`,
          }
        : null
    case 'monthly':
      return { cron: `${clock} ${plan.day === LAST_DAY ? 'L' : plan.day} * *` }
  }
}

/** Minute and hour as a pattern has them. */
function clockOf(time: string): string | null {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  return found && `${Number(found[2])} ${Number(found[1])}`
}

/** The plan that stands behind a schedule; a pattern where it is none that people say. */
export function planOf({
  cron,
  everySeconds,
  words,
}: {
  cron: string | null
  everySeconds: number | null
  words: Words
}): Plan {
  if (everySeconds !== null) {
    const unit = UNITS.toReversed().find((one) => everySeconds % SECONDS[one] === 0) ?? 'minutes'
    return { kind: 'every', count: Math.max(1, Math.round(everySeconds / SECONDS[unit])), unit }
  }
  const { kind, time, days, day, every } = words
  if (time && kind === 'daily' && (every ?? 1) === 1) return { kind: 'daily', time }
  if (time && kind === 'weekly' && days?.length)
    return days.join() === WORKDAYS ? { kind: 'weekdays', time } : { kind: 'weekly', days, time }
  if (time && kind === 'monthly' && day) return { kind: 'monthly', day, time }
  return { kind: 'cron', cron: cron ?? '' }
}

/** Another kind of plan that keeps what both can say. */
export function changedTo(plan: Plan, kind: PlanKind): Plan {
  if (plan.kind === kind) return plan
  const time = 'time' in plan ? plan.time : '09:00'
  switch (kind) {
    case 'every':
      return { kind, count: 1, unit: 'hours' }
    case 'weekly':
      return { kind, days: plan.kind === 'weekdays' ? [1, 2, 3, 4, 5] : [1], time }
    case 'monthly':
      return { kind, day: 1, time }
    case 'cron':
      return { kind, cron: timesOf(plan)?.cron ?? '0 9 * * *' }
    default:
      return { kind, time }
  }
}
