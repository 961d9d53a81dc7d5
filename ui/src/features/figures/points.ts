import type { Point } from '@/components/chart'

import type { Span } from './types'

/** Writes the beginnings of stretches of time: short below an axis, in full beside a value. */
export function pointsOf(times: readonly string[], span: Span, language: string): Point[] {
  const [short, long] = FORMATS[span]
  const brief = new Intl.DateTimeFormat(language, short)
  const full = new Intl.DateTimeFormat(language, long)
  return times.map((at) => ({ short: brief.format(new Date(at)), long: full.format(new Date(at)) }))
}

const DAY = [
  { day: 'numeric', month: 'short' },
  { weekday: 'long', day: 'numeric', month: 'long' },
] as const
const FORMATS: Record<Span, readonly [Intl.DateTimeFormatOptions, Intl.DateTimeFormatOptions]> = {
  hour: [
    { hour: '2-digit', minute: '2-digit' },
    { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  ],
  day: DAY,
  week: [DAY[0], { day: 'numeric', month: 'long', year: 'numeric' }],
}

/** The weekdays from Monday on, short and in full. */
export function weekdays(language: string): { short: string; long: string }[] {
  const write = (style: 'short' | 'long') => new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
  const [short, long] = [write('short'), write('long')]
  // 5 January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(1970, 0, 5 + index))).map((day) => ({
    short: short.format(day),
    long: long.format(day),
  }))
}
