import { describe, expect, it } from 'vitest'

import { ceiling, tableOf, ticksUpTo } from './model'

describe('the top of an axis', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [11, 20],
    [21, 25],
    [0.03, 0.05],
    [99, 100],
    [1_000_001, 2_000_000],
  ])('for %d is %d', (most, top) => {
    expect(ceiling(most)).toBeCloseTo(top)
  })
  it('is never below what it must reach', () => {
    for (let most = 0.001; most < 1e7; most *= 1.37) expect(ceiling(most)).toBeGreaterThanOrEqual(most)
  })
  it('is there for what cannot be drawn too', () => {
    expect(ceiling(Number.NaN)).toBe(1)
    expect(ceiling(Infinity)).toBe(1)
  })
})

describe('the values beside an axis', () => {
  it.each([
    [500, true, [0, 100, 200, 300, 400, 500]],
    [25, true, [0, 5, 10, 15, 20, 25]],
    [2, true, [0, 1, 2]],
    [1, true, [0, 1]],
    [1, false, [0, 0.25, 0.5, 0.75, 1]],
  ] as const)('up to %d (whole: %s) are %j', (top, whole, ticks) => {
    expect(ticksUpTo(top, whole)).toEqual(ticks)
  })
  it('are even and end at the top', () => {
    for (let most = 0.003; most < 1e7; most *= 1.7) {
      const ticks = ticksUpTo(ceiling(most), false)
      expect(ticks.at(-1)).toBeCloseTo(ceiling(most))
      expect(ticks.length).toBeLessThanOrEqual(6)
    }
  })
})

describe('the table behind a chart', () => {
  const points = [
    { short: '1', long: 'May 1' },
    { short: '2', long: 'May 2' },
  ]
  it('has a row for each point and says where nothing was measured', () => {
    const table = tableOf('Runs', 'Day', {
      points,
      series: [{ name: 'Done', values: [3, null] }],
      write: (value) => `${value} runs`,
    })
    expect(table.head).toEqual(['Day', 'Done'])
    expect(table.rows).toEqual([
      ['May 1', '3 runs'],
      ['May 2', '–'],
    ])
  })
})
