import type { Why } from '@/lib/why'

import type { Swarm } from './types'

/** The limits that people watch. */
export const BUDGETS = ['mails', 'tokens', 'seconds', 'residents'] as const
export type Budget = (typeof BUDGETS)[number]

export interface Use {
  budget: Budget
  used: number
  /** Nothing where there is no limit. */
  limit: number | null
  /** 0 to 1; 0 without a limit. */
  share: number
  full: boolean
}

/** Returns what a swarm has used of a limit. */
export function spentOf(swarm: Swarm, budget: Budget): Use {
  const used = budget === 'tokens' ? swarm.usage.inputTokens + swarm.usage.outputTokens : swarm[budget]
  const limit = swarm.limits[budget]
  const share = limit ? Math.min(1, used / limit) : 0
  return { budget, used, limit, share, full: limit !== null && used >= limit }
}

/** The limits whose reaching pauses the swarm. */
export const PAUSING = ['mails', 'tokens', 'seconds'] as const satisfies readonly Budget[]

const REACHED: Partial<Record<Why['code'], (typeof PAUSING)[number]>> = {
  'swarm-mails': 'mails',
  'swarm-tokens': 'tokens',
  'swarm-seconds': 'seconds',
}

/** Returns the limit because of which a swarm rests, or nothing. */
export function reachedOf(swarm: Swarm): (typeof PAUSING)[number] | null {
  if (swarm.status !== 'paused') return null
  const reached = swarm.why?.parts?.[0]?.code
  return (reached && REACHED[reached]) ?? PAUSING.find((budget) => spentOf(swarm, budget).full) ?? null
}

/** Less is nothing to speak of. */
const LEAST_SHARE = 0.01

/** Returns the limit of which most is used, of those that pause the swarm; nothing where none is in use. */
export function tightest(swarm: Swarm): Use | null {
  const [most] = PAUSING.map((budget) => spentOf(swarm, budget)).sort((a, b) => b.share - a.share)
  return most && most.share >= LEAST_SHARE ? most : null
}

/** The limits that may be edited, in the order of the form. */
export const LIMITS = [
  'tokens',
  'mails',
  'seconds',
  'residents',
  'depth',
  'children',
  'pairPerMinute',
  'laps',
  'rounds',
] as const
export type Limit = (typeof LIMITS)[number]
/** A limit that nothing lifts. */
export const ALWAYS: Limit = 'rounds'
const LEAST: Partial<Record<Limit, number>> = { children: 0 }
const SECONDS_IN_MINUTE = 60

export const leastOf = (limit: Limit): number => LEAST[limit] ?? 1

/** What stands in a field: empty for no limit; time in minutes. */
export function fieldOf(limit: Limit, value: number | null): string {
  if (value === null) return ''
  return String(limit === 'seconds' ? Math.max(1, Math.round(value / SECONDS_IN_MINUTE)) : value)
}

/** Returns the limit that a field stands for, or undefined where it stands for none. */
export function valueOf(limit: Limit, field: string): number | null | undefined {
  const text = field.trim()
  if (text === '') return limit === ALWAYS ? undefined : null
  const number = Number(text)
  if (!/^\d{1,15}$/.test(text) || number < leastOf(limit)) return undefined
  return limit === 'seconds' ? number * SECONDS_IN_MINUTE : number
}

/** A limit that lets the swarm go on: half as much again, rounded to what people would write. */
export function raised(use: Use): number {
  const wanted = Math.max(use.used, use.limit ?? 0) * 1.5
  const size = 10 ** Math.max(0, Math.floor(Math.log10(wanted)) - 1)
  return Math.ceil(wanted / size) * size
}
