import { describe, expect, it } from 'vitest'

import { daysOf, KINDS, read, written, type Days } from './days'

describe('days for which something is kept', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['30', 30],
    [' 7 ', 7],
    ['1,5', 1.5],
    ['0', undefined],
    ['-1', undefined],
    ['x', undefined],
    ['1e9', undefined],
    ['Infinity', undefined],
  ])('written as “%s” are %s', (text, days) => {
    expect(daysOf(text)).toBe(days)
  })
  it('come back as they were written', () => {
    const days = Object.fromEntries(KINDS.map((kind, index) => [kind, index ? index * 10 : null])) as Days
    expect(read(written(days))).toEqual(days)
  })
  it('are not read where one of them is none', () => {
    expect(
      read({
        ...written({
          eventDays: 1,
          executionDays: null,
          decisionDays: null,
          mailDays: null,
          documentDays: null,
          metricDays: null,
        }),
        mailDays: 'soon',
      }),
    ).toBeNull()
  })
})
