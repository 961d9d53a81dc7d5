import { describe, expect, it } from 'vitest'

import { leftUntil, nextLook, partsOf } from './left'

const NOW = Date.parse('2026-01-01T12:00:00Z')
const at = (milliseconds: number) => new Date(NOW + milliseconds).toISOString()

describe('the time that is left', () => {
  it('is whole minutes above an hour and whole seconds below, and never less than none', () => {
    expect(leftUntil(at(2 * 3_600_000 - 1), NOW)).toBe(7_200_000)
    expect(leftUntil(at(61_001), NOW)).toBe(62_000)
    expect(leftUntil(at(-5), NOW)).toBe(0)
  })
  it('is told in two units at most', () => {
    expect(partsOf(26 * 3_600_000)).toEqual([
      [1, 'day'],
      [2, 'hour'],
    ])
    expect(partsOf(24 * 3_600_000)).toEqual([[1, 'day']])
    expect(partsOf(3 * 3_600_000 + 60_000)).toEqual([
      [3, 'hour'],
      [1, 'minute'],
    ])
    expect(partsOf(62_000)).toEqual([
      [1, 'minute'],
      [2, 'second'],
    ])
    expect(partsOf(9000)).toEqual([[9, 'second']])
  })
})

describe('the next look at the clock', () => {
  it('comes every half minute while there is time, every second in the last hour, and not once it is over', () => {
    expect(nextLook(at(5 * 3_600_000), NOW)).toBe(30_000)
    expect(nextLook(at(3_600_000 + 4000), NOW)).toBe(4001)
    expect(nextLook(at(90_000), NOW)).toBe(1000)
    expect(nextLook(at(90_400), NOW)).toBe(400)
    expect(nextLook(at(300), NOW)).toBe(300)
    expect(nextLook(at(0), NOW)).toBeNull()
  })
})
