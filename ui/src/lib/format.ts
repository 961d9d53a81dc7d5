import { usePreferences } from './preferences'
import { writeBytes } from './size'

/** Writes numbers, times and durations as the chosen language does. */
export interface Format {
  number: (value: number, digits?: number) => string
  compact: (value: number) => string
  percent: (share: number) => string
  /** US dollars. */
  money: (value: number) => string
  /** Milliseconds, in the unit a person would choose. */
  duration: (milliseconds: number) => string
  /** Microseconds of a decision, shown in milliseconds. */
  micros: (microseconds: number) => string
  time: (at: string | Date) => string
  /** The time of day to the minute. */
  minute: (at: string | Date) => string
  /** The time of day to the millisecond, always of the same length. */
  clock: (at: string | Date) => string
  date: (at: string | Date) => string
  /** A day as one says it: "Monday, 4 May". */
  day: (at: string | Date) => string
  dateTime: (at: string | Date) => string
  /** "5 minutes ago". */
  ago: (at: string | Date, now?: number) => string
  list: (items: readonly string[]) => string
  /** How large something is, in the unit a person would choose. */
  bytes: (value: number) => string
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export function formatFor(language: string): Format {
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const date = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language, options)
    return (at: string | Date) => formatter.format(new Date(at))
  }
  const unit = (value: number, name: string, digits: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value)
  return {
    number,
    compact: (value) =>
      new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value),
    percent: (share) =>
      new Intl.NumberFormat(language, {
        style: 'percent',
        maximumFractionDigits: share > 0.995 && share < 1 ? 1 : 0,
      }).format(share),
    money: (value) =>
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: 2,
        maximumFractionDigits: value !== 0 && Math.abs(value) < 0.1 ? 4 : 2,
      }).format(value),
    duration: (milliseconds) => {
      if (milliseconds < 1) return unit(milliseconds, 'millisecond', 1)
      if (milliseconds < 1000) return unit(milliseconds, 'millisecond', 0)
      if (milliseconds < 60_000) return unit(milliseconds / 1000, 'second', milliseconds < 10_000 ? 1 : 0)
      const seconds = Math.round(milliseconds / 1000)
      const minutes = unit(Math.floor(seconds / 60), 'minute', 0)
      return seconds % 60 ? `${minutes} ${unit(seconds % 60, 'second', 0)}` : minutes
    },
    bytes: (value) => writeBytes(value, language),
    micros: (microseconds) => unit(microseconds / 1000, 'millisecond', microseconds < 1000 ? 2 : 1),
    time: date({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    minute: date({ hour: '2-digit', minute: '2-digit' }),
    clock: date({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' }),
    date: date({ day: 'numeric', month: 'short', year: 'numeric' }),
    day: date({ weekday: 'long', day: 'numeric', month: 'long' }),
    dateTime: date({ dateStyle: 'medium', timeStyle: 'short' }),
    ago: (at, now = Date.now()) => {
      const seconds = (new Date(at).getTime() - now) / 1000
      const found = UNITS.find(([, size]) => Math.abs(seconds) >= size)
      return found ? relative.format(Math.trunc(seconds / found[1]), found[0]) : relative.format(0, 'second')
    },
    list: (items) => new Intl.ListFormat(language, { type: 'conjunction' }).format(items),
  }
}

/** Formats are dear to make, and every row of a list wants them. */
const made = new Map<string, Format>()

/** Returns the formats of the chosen language. */
export function useFormat(): Format {
  const language = usePreferences((state) => state.language)
  const format = made.get(language) ?? formatFor(language)
  made.set(language, format)
  return format
}
