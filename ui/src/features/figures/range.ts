import type { Span } from './types'

export const RANGES = ['24h', '7d', '30d', '90d', 'custom'] as const
export type RangeName = (typeof RANGES)[number]

/** The stretch of time that figures are of, and how finely it is cut. */
export interface Range {
  from: string
  to: string
  span: Span
}

const HOUR = 3_600_000
const DAYS: Record<Exclude<RangeName, '24h' | 'custom'>, number> = { '7d': 7, '30d': 30, '90d': 90 }
const DAY_SPAN = 3
const WEEK_SPAN = 120

/** The days of a custom range, in the form `2026-05-31`; the last one belongs to it. */
export interface Days {
  from: string
  to: string
}

/** Returns the range that a name means now; days begin where this person's do. */
export function rangeOf(name: RangeName, days: Days | undefined, now: Date): Range {
  if (name === '24h') {
    const hour = new Date(now)
    hour.setMinutes(0, 0, 0)
    return { from: new Date(hour.getTime() - 23 * HOUR).toISOString(), to: now.toISOString(), span: 'hour' }
  }
  if (name === 'custom' && days) {
    const from = dayOf(days.from)
    const end = after(dayOf(days.to), 1)
    const to = end > now ? now : end
    const length = (to.getTime() - from.getTime()) / (24 * HOUR)
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      span: length <= DAY_SPAN ? 'hour' : length <= WEEK_SPAN ? 'day' : 'week',
    }
  }
  const count = name === 'custom' ? DAYS['7d'] : DAYS[name as keyof typeof DAYS]
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  return { from: after(today, 1 - count).toISOString(), to: now.toISOString(), span: 'day' }
}

/** Returns what is wrong with the days of a custom range, or nothing. */
export function faultOf(days: Partial<Days>, now: Date): 'missing' | 'order' | 'future' | 'long' | null {
  if (!isDay(days.from) || !isDay(days.to)) return 'missing'
  if (days.from > days.to) return 'order'
  if (dayOf(days.from) > now) return 'future'
  return after(dayOf(days.from), MOST_DAYS) < dayOf(days.to) ? 'long' : null
}

export const MOST_DAYS = 730

/** A day as the address has it. */
export function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}

export function writeDay(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

function dayOf(text: string): Date {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, day)
}

function after(day: Date, count: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + count)
}

/** How much more or less a figure is than before, as a share; nothing where there is nothing to compare with. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null
  return (now - before) / before
}
