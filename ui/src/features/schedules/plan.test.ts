import { describe, expect, it } from 'vitest'

import { changedTo, planOf, PLAN_KINDS, timesOf, type Plan } from './plan'
import type { Words } from './types'

const words = (changes: Partial<Words>): Words =>
  ({ kind: 'other', every: null, minute: null, time: null, days: null, day: null, ...changes }) as Words

describe('the times of a plan', () => {
  it('are a pattern, with Sunday as the first day of the week', () => {
    expect(timesOf({ kind: 'daily', time: '09:05' })).toEqual({ cron: '5 9 * * *' })
    expect(timesOf({ kind: 'weekdays', time: '00:00' })).toEqual({ cron: '0 0 * * 1-5' })
    expect(timesOf({ kind: 'weekly', days: [7, 1], time: '18:30' })).toEqual({ cron: '30 18 * * 1,0' })
    expect(timesOf({ kind: 'monthly', day: 15, time: '08:00' })).toEqual({ cron: '0 8 15 * *' })
    expect(timesOf({ kind: 'monthly', day: -1, time: '08:00' })).toEqual({ cron: '0 8 L * *' })
    expect(timesOf({ kind: 'cron', cron: ' 0 9 * * 1#1 ' })).toEqual({ cron: '0 9 * * 1#1' })
  })

  it('are seconds where something is done again and again', () => {
    expect(timesOf({ kind: 'every', count: 15, unit: 'minutes' })).toEqual({ everySeconds: 900 })
    expect(timesOf({ kind: 'every', count: 2, unit: 'days' })).toEqual({ everySeconds: 172_800 })
  })

  it('are none while the plan is not complete', () => {
    const open: Plan[] = [
      { kind: 'daily', time: '' },
      { kind: 'daily', time: '25:00' },
      { kind: 'weekly', days: [], time: '09:00' },
      { kind: 'cron', cron: '  ' },
      { kind: 'every', count: 0, unit: 'hours' },
      { kind: 'every', count: Number.NaN, unit: 'hours' },
      { kind: 'every', count: 400, unit: 'days' },
    ]
    for (const plan of open) expect(timesOf(plan)).toBeNull()
  })
})

describe('the plan behind a schedule', () => {
  it('is what a person said', () => {
    const cron = '0 9 * * *'
    expect(planOf({ cron, everySeconds: null, words: words({ kind: 'daily', time: '09:00' }) })).toEqual({
      kind: 'daily',
      time: '09:00',
    })
    expect(
      planOf({ cron, everySeconds: null, words: words({ kind: 'weekly', time: '09:00', days: [1, 2, 3, 4, 5] }) }),
    ).toEqual({ kind: 'weekdays', time: '09:00' })
    expect(planOf({ cron, everySeconds: null, words: words({ kind: 'weekly', time: '09:00', days: [2, 7] }) })).toEqual(
      { kind: 'weekly', days: [2, 7], time: '09:00' },
    )
    expect(planOf({ cron, everySeconds: null, words: words({ kind: 'monthly', time: '09:00', day: -1 }) })).toEqual({
      kind: 'monthly',
      day: -1,
      time: '09:00',
    })
    expect(planOf({ cron: null, everySeconds: 5400, words: words({ kind: 'minutes', every: 90 }) })).toEqual({
      kind: 'every',
      count: 90,
      unit: 'minutes',
    })
    expect(planOf({ cron: null, everySeconds: 7200, words: words({ kind: 'hourly', every: 2 }) })).toEqual({
      kind: 'every',
      count: 2,
      unit: 'hours',
    })
  })

  it('stays a pattern where nobody would say it otherwise', () => {
    expect(planOf({ cron: '*/7 3 * 2 *', everySeconds: null, words: words({}) })).toEqual({
      kind: 'cron',
      cron: '*/7 3 * 2 *',
    })
    expect(
      planOf({ cron: '0 */2 * * *', everySeconds: null, words: words({ kind: 'hourly', every: 2, minute: 0 }) }),
    ).toEqual({ kind: 'cron', cron: '0 */2 * * *' })
    expect(
      planOf({ cron: '0 9 */3 * *', everySeconds: null, words: words({ kind: 'daily', every: 3, time: '09:00' }) })
        .kind,
    ).toBe('cron')
  })

  it('comes back out of its own times', () => {
    const every: Plan = { kind: 'every', count: 3, unit: 'hours' }
    expect(planOf({ cron: null, everySeconds: timesOf(every)!.everySeconds!, words: words({}) })).toEqual(every)
  })
})

describe('another kind of plan', () => {
  it('keeps what both can say, and is complete', () => {
    expect(changedTo({ kind: 'daily', time: '07:45' }, 'monthly')).toEqual({ kind: 'monthly', day: 1, time: '07:45' })
    expect(changedTo({ kind: 'weekdays', time: '07:45' }, 'cron')).toEqual({ kind: 'cron', cron: '45 7 * * 1-5' })
    for (const from of PLAN_KINDS)
      for (const to of PLAN_KINDS)
        expect(timesOf(changedTo(changedTo({ kind: 'daily', time: '09:00' }, from), to))).not.toBeNull()
  })
})
