/** A day where this person is, `2026-05-04`. */
export type Day = string

const two = (value: number) => String(value).padStart(2, '0')

/** The day of a moment where this person is. */
export function dayOf(at: string | Date): Day {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The beginning of a day where this person is. */
export function startOf(day: Day): Date {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date)
}

/** The day so many days later, or earlier. */
export function plusDays(day: Day, days: number): Day {
  const start = startOf(day)
  return dayOf(new Date(start.getFullYear(), start.getMonth(), start.getDate() + days))
}

/** The month of a day, `2026-05`. */
export const monthOf = (day: Day): string => day.slice(0, 7)

/** The month so many months later, or earlier. */
export function plusMonths(month: string, months: number): string {
  const first = startOf(`${month}-01`)
  return monthOf(dayOf(new Date(first.getFullYear(), first.getMonth() + months, 1)))
}

/** Whether a text is a month. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** The day on which weeks begin in a language's country, 0 for Sunday. */
export function firstWeekday(language: string): number {
  return language.startsWith('en') ? 0 : 1
}

/** The weeks that a month touches, each of seven days. */
export function weeksOf(month: string, first: number): Day[][] {
  const start = `${month}-01`
  const lead = (startOf(start).getDay() - first + 7) % 7
  const weeks: Day[][] = []
  for (let day = plusDays(start, -lead); weeks.length === 0 || monthOf(day) === month; day = plusDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => plusDays(day, index)))
  }
  return weeks
}

/** The end of a day: a task that is due on a day is due at its last minute. */
export function endOf(day: Day): Date {
  const start = startOf(day)
  return new Date(start.getFullYear(), start.getMonth(), start.getDate(), 23, 59)
}

/** Whether a moment stands for a whole day. */
export function isWholeDay(at: string): boolean {
  const date = new Date(at)
  return date.getHours() === 23 && date.getMinutes() === 59
}

/** A moment at the same time of another day. */
export function movedTo(at: string, day: Day): string {
  const [date, start] = [new Date(at), startOf(day)]
  return new Date(
    start.getFullYear(),
    start.getMonth(),
    start.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  ).toISOString()
}

/** A moment out of the two fields of a form: without a time, the end of the day; without a day, none. */
export function momentOf(day: string, time: string): string | null {
  if (!day) return null
  const [hours, minutes] = time ? (time.split(':').map(Number) as [number, number]) : [23, 59]
  const start = startOf(day)
  return new Date(start.getFullYear(), start.getMonth(), start.getDate(), hours, minutes).toISOString()
}

/** The two fields of a form out of a moment. */
export function fieldsOf(at: string | null): { day: string; time: string } {
  if (at === null) return { day: '', time: '' }
  const date = new Date(at)
  return { day: dayOf(at), time: isWholeDay(at) ? '' : `${two(date.getHours())}:${two(date.getMinutes())}` }
}

/** Whether a text is a day. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(startOf(text)) === text
