/**
 * How much time is left, in milliseconds, rounded so that what is shown stands still until the next look at the clock.
 */
export function leftUntil(at: string, now: number): number {
  const left = Math.max(0, new Date(at).getTime() - now)
  if (left >= HOUR) return Math.ceil(left / MINUTE) * MINUTE
  return Math.ceil(left / 1000) * 1000
}

/**
 * When to look again, in milliseconds: every second of the last hour, else every half minute; never once it is over.
 */
export function nextLook(at: string, now: number): number | null {
  const left = new Date(at).getTime() - now
  if (left <= 0) return null
  return left > HOUR ? Math.min(HALF_MINUTE, left - HOUR + 1) : Math.min(left, left % 1000 || 1000)
}

/** Hours and minutes, minutes and seconds, or seconds, as numbers with their units. */
export function partsOf(left: number): readonly [value: number, unit: 'day' | 'hour' | 'minute' | 'second'][] {
  const [days, hours, minutes, seconds] = [
    Math.floor(left / DAY),
    Math.floor(left / HOUR) % 24,
    Math.floor(left / MINUTE) % 60,
    Math.floor(left / 1000) % 60,
  ]
  if (days)
    return hours
      ? [
          [days, 'day'],
          [hours, 'hour'],
        ]
      : [[days, 'day']]
  if (hours)
    return minutes
      ? [
          [hours, 'hour'],
          [minutes, 'minute'],
        ]
      : [[hours, 'hour']]
  if (minutes)
    return [
      [minutes, 'minute'],
      [seconds, 'second'],
    ]
  return [[seconds, 'second']]
}

const MINUTE = 60_000
const HALF_MINUTE = 30_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
