import type { Schemas } from '@/client/api'

import { useFormat } from './format'
import { usePreferences } from './preferences'
import { useTexts } from './text'

type Words = Schemas['Words']

const WORKDAYS = '1,2,3,4,5'
/** A Monday. */
const MONDAY = new Date(2024, 0, 1)

/** The name of a day of the week, 1 for Monday. */
export function weekdayName(language: string, day: number, form: 'long' | 'short' | 'narrow' = 'long'): string {
  return new Intl.DateTimeFormat(language, { weekday: form }).format(new Date(MONDAY.getFullYear(), 0, day))
}

interface Said {
  words: Words
  cron: string | null
}

/** Says when something is done, in a sentence. */
export function useTimesSentence(): (said: Said) => string {
  const t = useTexts('schedules')
  const format = useFormat()
  const language = usePreferences((state) => state.language)
  return ({ words, cron }) => {
    const time = words.time ? clock(words.time, format.minute) : ''
    const every = words.every ?? 1
    switch (words.kind) {
      case 'minutes':
        return t('says.minutes', { count: every })
      case 'hourly':
        return words.minute === null || words.minute === undefined
          ? t('says.hours', { count: every })
          : t('says.hoursAt', { count: every, minute: words.minute })
      case 'daily':
        return time ? t('says.daysAt', { count: every, time }) : t('says.days', { count: every })
      case 'weekly': {
        const days = words.days ?? []
        if (days.join() === WORKDAYS) return t('says.weekdays', { time })
        return t('says.weekly', { days: format.list(days.map((day) => weekdayName(language, day))), time })
      }
      case 'monthly':
        return words.day === -1 ? t('says.monthlyLast', { time }) : t('says.monthly', { day: words.day, time })
      default:
        return t('says.other', { cron: cron ?? '' })
    }
  }
}

/** A time of day as the language writes it. */
function clock(time: string, write: (at: Date) => string): string {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return write(new Date(2024, 0, 1, hours, minutes))
}
