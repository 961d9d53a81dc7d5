import { describe, expect, it } from 'vitest'

import { changeOf, faultOf, isDay, rangeOf, writeDay } from './range'

const now = new Date(2026, 4, 14, 15, 42, 7)
const at = (text: string) => new Date(text)

describe('a range', () => {
  it('of a day is cut into hours, the last of them the one we are in', () => {
    const { from, to, span } = rangeOf('24h', undefined, now)
    expect(at(from)).toEqual(new Date(2026, 4, 13, 16))
    expect([at(to), span]).toEqual([now, 'hour'])
  })
  it('of days begins at midnight and includes today', () => {
    const { from, span } = rangeOf('7d', undefined, now)
    expect(at(from)).toEqual(new Date(2026, 4, 8))
    expect(span).toBe('day')
    expect(at(rangeOf('90d', undefined, now).from)).toEqual(new Date(2026, 1, 14))
  })
  it('of chosen days includes the last of them, but never the future', () => {
    const past = rangeOf('custom', { from: '2026-03-01', to: '2026-03-31' }, now)
    expect([at(past.from), at(past.to), past.span]).toEqual([new Date(2026, 2, 1), new Date(2026, 3, 1), 'day'])
    expect(at(rangeOf('custom', { from: '2026-05-13', to: '2026-05-20' }, now).to)).toEqual(now)
  })
  it('of chosen days is cut as finely as one can still see', () => {
    expect(rangeOf('custom', { from: '2026-05-01', to: '2026-05-02' }, now).span).toBe('hour')
    expect(rangeOf('custom', { from: '2025-05-01', to: '2026-05-02' }, now).span).toBe('week')
  })
})

describe('chosen days', () => {
  it.each([
    [{}, 'missing'],
    [{ from: '2026-05-01' }, 'missing'],
    [{ from: '2026-13-01', to: '2026-05-01' }, 'missing'],
    [{ from: '2026-05-02', to: '2026-05-01' }, 'order'],
    [{ from: '2026-06-01', to: '2026-06-02' }, 'future'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'long'],
    [{ from: '2026-05-01', to: '2026-05-01' }, null],
  ] as const)('%j have this wrong with them: %s', (days, fault) => {
    expect(faultOf(days, now)).toBe(fault)
  })
  it('are written as the address has them', () => {
    expect(writeDay(new Date(2026, 0, 5))).toBe('2026-01-05')
    expect(isDay('2026-01-05')).toBe(true)
    expect(isDay('5.1.2026')).toBe(false)
  })
})

describe('a change', () => {
  it('is a share of what was before', () => {
    expect(changeOf(12, 10)).toBeCloseTo(0.2)
    expect(changeOf(5, 10)).toBe(-0.5)
  })
  it('is not told where there was nothing', () => {
    expect([changeOf(5, 0), changeOf(null, 5), changeOf(5, null)]).toEqual([null, null, null])
  })
})
