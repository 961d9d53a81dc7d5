import { describe, expect, it } from 'vitest'

import { dayOf, fieldsOf, firstWeekday, isDay, isMonth, momentOf, movedTo, plusDays, plusMonths, weeksOf } from './days'

describe('the weeks of a month', () => {
  it('are whole, and cover every day of it', () => {
    for (const first of [0, 1]) {
      for (const month of ['2026-02', '2026-05', '2024-02', '2026-11']) {
        const weeks = weeksOf(month, first)
        const days = weeks.flat()
        expect(weeks.every((week) => week.length === 7)).toBe(true)
        expect(new Set(days).size).toBe(days.length)
        const wanted = new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate()
        expect(days.filter((day) => day.startsWith(month))).toHaveLength(wanted)
        expect(
          weeks[0]!.some((day) => day.startsWith(month)) && weeks.at(-1)!.some((day) => day.startsWith(month)),
        ).toBe(true)
      }
    }
  })

  it('begin on Monday in Spain and on Sunday in English', () => {
    expect(weeksOf('2026-05', firstWeekday('es'))[0]![0]).toBe('2026-04-27')
    expect(weeksOf('2026-05', firstWeekday('en'))[0]![0]).toBe('2026-04-26')
  })
})

describe('days and months', () => {
  it('go on over the ends of months and years, also where a clock is changed', () => {
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(plusDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(plusDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(plusMonths('2026-01', -1)).toBe('2025-12')
    expect(plusMonths('2026-12', 1)).toBe('2027-01')
  })

  it('are told from other texts', () => {
    expect(isMonth('2026-05')).toBe(true)
    expect(isMonth('2026-13')).toBe(false)
    expect(isMonth('soon')).toBe(false)
    expect(isDay('2026-02-28')).toBe(true)
    expect(isDay('2026-02-30')).toBe(false)
    expect(isDay('soon')).toBe(false)
  })
})

describe('when something is due', () => {
  it('keeps its time when it is moved to another day', () => {
    const at = momentOf('2026-05-04', '09:30')!
    expect(fieldsOf(movedTo(at, '2026-06-01'))).toEqual({ day: '2026-06-01', time: '09:30' })
  })

  it('is the end of the day where no time is given, and shows none then', () => {
    const at = momentOf('2026-05-04', '')!
    expect(dayOf(at)).toBe('2026-05-04')
    expect(fieldsOf(at)).toEqual({ day: '2026-05-04', time: '' })
  })

  it('is nothing without a day', () => {
    expect(momentOf('', '09:30')).toBeNull()
    expect(fieldsOf(null)).toEqual({ day: '', time: '' })
  })
})
