import { describe, expect, it } from 'vitest'

import { flowPlan, OTHERS } from './flow-layout'

const link = (from: string, to: string, count: number) => ({ from, to, count })

describe('what goes from whom to whom', () => {
  it('has the largest at the top, and bands as thick as what they carry', () => {
    const plan = flowPlan([link('a', 'x', 1), link('b', 'x', 3), link('b', 'y', 4)], 110, { gap: 10 })
    expect(plan.left.map(({ key }) => key)).toEqual(['b', 'a'])
    expect(plan.right.map(({ key, count }) => [key, count])).toEqual([
      ['x', 4],
      ['y', 4],
    ])
    expect(plan.bands.find(({ from, to }) => from === 'b' && to === 'y')!.thickness).toBeCloseTo(50)
  })
  it('may go both ways between two, which is no circle here', () => {
    const plan = flowPlan([link('a', 'b', 2), link('b', 'a', 1), link('a', 'a', 1)], 100)
    expect(plan.left.map(({ key }) => key)).toEqual(['a', 'b'])
    expect(plan.right.map(({ key }) => key)).toEqual(['a', 'b'])
    expect(plan.bands).toHaveLength(3)
  })
  it('stays inside its height and loses nothing, however many there are', () => {
    const links = Array.from({ length: 400 }, (_, index) =>
      link(`from ${index % 37}`, `to ${index % 23}`, 1 + (index % 7)),
    )
    const plan = flowPlan(links, 320, { most: 8 })
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
    expect(plan.left).toHaveLength(8)
    expect(plan.right.at(-1)!.key).toBe(OTHERS)
    expect(sum(plan.bands.map(({ count }) => count))).toBe(sum(links.map(({ count }) => count)))
    for (const node of [...plan.left, ...plan.right]) {
      expect(node.top).toBeGreaterThanOrEqual(-0.001)
      expect(node.top + node.height).toBeLessThanOrEqual(320.001)
    }
  })
  it('is nothing where nothing goes', () => {
    expect(flowPlan([], 100)).toEqual({ left: [], right: [], bands: [] })
    expect(flowPlan([link('a', 'b', 0)], 100).bands).toEqual([])
  })
})
