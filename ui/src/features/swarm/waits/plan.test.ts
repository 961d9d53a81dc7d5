import { expect, test } from 'vitest'

import type { Wait } from '../types'
import { linesOf, planOf } from './plan'

const wait = (who: string, whom: string, since: string, circular = false) =>
  ({ who, whom, since, circular, state: 'unread', mailId: since, approvalId: null }) as Wait

test('rings come first, then whoever has waited longest, each pair once', () => {
  const lines = linesOf([wait('a', 'b', '3'), wait('c', 'd', '1'), wait('a', 'b', '2'), wait('e', 'f', '9', true)])
  expect(lines.map((line) => line.id)).toEqual(['e f', 'c d', 'a b'])
  expect(lines[2]!.waits.map((one) => one.since)).toEqual(['2', '3'])
})

test('whoever waits stands left of whom they wait for, and a line leads there', () => {
  const { places, paths, width, height } = planOf([wait('a', 'b', '1'), wait('b', 'c', '2')])
  expect(places.get('a')!.x).toBeLessThan(places.get('b')!.x)
  expect(places.get('b')!.x).toBeLessThan(places.get('c')!.x)
  expect(paths.get('a b')).toMatch(/^M.+/)
  expect(width).toBeGreaterThan(0)
  expect(height).toBeGreaterThan(0)
})

test('a ring can be drawn too', () => {
  const plan = planOf([wait('a', 'b', '1', true), wait('b', 'a', '2', true)])
  expect(plan.paths.size).toBe(2)
  expect([...plan.places.values()].every((place) => Number.isFinite(place.x))).toBe(true)
})

test('many who wait for the same one are drawn as one', () => {
  const many = Array.from({ length: 30 }, (_, index) => wait(`r${index}`, 'person', `${index}`))
  const plan = planOf([...many, wait('r0', 'r31', '99')])
  expect(plan.lines).toHaveLength(31)
  expect(plan.places.size).toBeLessThan(9)
  expect([...plan.bundles.values()][0]!.members).toHaveLength(26)
  expect(plan.places.has('r0')).toBe(true)
})
