import { expect, test } from 'vitest'

import type { Resident } from '../types'
import { ancestorsOf, closedAtFirst, rowsOf } from './rows'

const one = (id: string, parentId: string | null = null, depth = 1, children = 0) =>
  ({ id, name: id, parentId, depth, children }) as Resident
const SWARM = [one('ana', null, 1, 2), one('ben', 'ana', 2, 1), one('cem', 'ben', 3), one('dora', 'ana', 2), one('eli')]
const NONE = new Set<string>()
const shown = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => `${'.'.repeat(row.level)}${row.resident.id}`)

test('children stand below whoever created them', () => {
  const rows = rowsOf(SWARM, NONE, null)
  expect(shown(rows)).toEqual(['.ana', '..ben', '...cem', '..dora', '.eli'])
  expect(rows[0]).toMatchObject({ below: 3, open: true, position: 1, siblings: 2 })
  expect(rows[3]).toMatchObject({ below: 0, open: null, position: 2, siblings: 2 })
})

test('a closed one tells how many it hides', () => {
  const rows = rowsOf(SWARM, new Set(['ana']), null)
  expect(shown(rows)).toEqual(['.ana', '.eli'])
  expect(rows[0]).toMatchObject({ below: 3, open: false })
})

test('who fits a filter is shown with who is above, also below a closed one', () => {
  const rows = rowsOf(SWARM, new Set(['ana', 'ben']), ({ id }) => id === 'cem')
  expect(shown(rows)).toEqual(['.ana', '..ben', '...cem'])
  expect(rows.map((row) => row.fits)).toEqual([false, false, true])
  expect(rowsOf(SWARM, NONE, () => false)).toEqual([])
})

test('a resident whose parent is not in the list stands at the top', () => {
  expect(shown(rowsOf([one('ben', 'gone')], NONE, null))).toEqual(['.ben'])
})

test('in a large swarm only the first generations are open', () => {
  expect(closedAtFirst(SWARM).size).toBe(0)
  const many = [...SWARM, ...Array.from({ length: 40 }, (_, index) => one(`r${index}`, 'ben', 3))]
  expect([...closedAtFirst(many)]).toEqual(['ben'])
  expect(ancestorsOf(many, 'cem')).toEqual(['ben', 'ana'])
})
