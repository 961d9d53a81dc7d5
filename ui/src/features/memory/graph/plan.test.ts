import { describe, expect, it } from 'vitest'

import type { EntityBrief, Relation } from '../types'
import { HEIGHT, layoutOf, neighbour, WIDTH } from './layout'
import { moreId, planOf, type Hood } from './plan'

const entity = (name: string): EntityBrief => ({
  id: name,
  name,
  entityType: 'person',
  observations: 0,
  relations: 0,
  tainted: false,
  createdAt: '2026-01-01T00:00:00Z',
})
const relation = (from: string, to: string, relationType = 'knows'): Relation => ({
  id: `${from}>${to}:${relationType}`,
  from,
  to,
  relationType,
  fromId: from,
  toId: to,
  createdAt: '2026-01-01T00:00:00Z',
})
const hood = (names: string, relations: Relation[], more = 0): Hood => ({
  entities: names.split(' ').map(entity),
  relations,
  more,
})
const plan = (hoods: Record<string, Hood>) => planOf('a', new Map(Object.entries(hoods)))

const A = hood('a b c d', [
  relation('a', 'b'),
  relation('c', 'a'),
  relation('a', 'd'),
  relation('d', 'a', 'likes'),
  relation('b', 'c'),
])

describe('the surroundings of an entity', () => {
  it('stand right where it points to them and left where only they point to it', () => {
    const { nodes } = plan({ a: A })
    expect(nodes.map((node) => [node.id, node.side, node.depth])).toEqual([
      ['a', 0, 0],
      ['b', 1, 1],
      ['c', -1, 1],
      ['d', 1, 1],
    ])
    expect(nodes[3]!.relations.map((one) => one.relationType)).toEqual(['knows', 'likes'])
  })

  it('keep relations among themselves apart', () => {
    expect(plan({ a: A }).cross.map((one) => one.id)).toEqual(['b>c:knows'])
  })

  it('grow where one is expanded, and nobody stands twice', () => {
    const { nodes } = plan({ a: A, b: hood('b a c e', [relation('a', 'b'), relation('b', 'c'), relation('e', 'b')]) })
    expect(nodes.map((node) => node.id)).toEqual(['a', 'b', 'e', 'c', 'd'])
    expect(nodes.find((node) => node.id === 'e')).toMatchObject({ parent: 'b', depth: 2, side: 1 })
  })

  it('do not show what only something collapsed leads to', () => {
    const far = hood('e b f', [relation('e', 'b'), relation('e', 'f')])
    expect(plan({ a: A, e: far }).nodes.map((node) => node.id)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('say how many are left out', () => {
    const { nodes } = plan({ a: { ...A, more: 40 } })
    expect(nodes.at(-1)).toMatchObject({ id: moreId('a'), entity: null, parent: 'a', more: 40 })
  })

  it('are nothing while nothing is known', () => {
    expect(plan({})).toEqual({ nodes: [], cross: [] })
  })

  it('leave out a relation of an entity with itself', () => {
    const { nodes, cross } = plan({ a: hood('a', [relation('a', 'a')]) })
    expect([nodes.length, cross.length]).toEqual([1, 0])
  })
})

describe('the picture', () => {
  const many = hood(
    `a ${Array.from({ length: 60 }, (_, index) => `n${index}`).join(' ')}`,
    Array.from({ length: 60 }, (_, index) => (index % 3 ? relation('a', `n${index}`) : relation(`n${index}`, 'a'))),
    3,
  )
  const inner = hood('n1 a x y z', [relation('n1', 'a'), relation('n1', 'x'), relation('n1', 'y'), relation('z', 'n1')])
  const drawn = plan({ a: many, n1: inner })
  const { places, paths } = layoutOf(drawn)

  it('puts no node over another', () => {
    const all = [...places.values()]
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) {
        expect(Math.abs(one.x - other.x) >= WIDTH || Math.abs(one.y - other.y) >= HEIGHT).toBe(true)
      }
    }
    expect(all).toHaveLength(65)
  })

  it('leads a line to everything but the chosen one', () => {
    expect(paths.size).toBe(places.size - 1)
    expect(paths.has('a')).toBe(false)
    for (const path of paths.values()) expect(path).not.toContain('NaN')
  })

  it('lets arrow keys reach everything', () => {
    const seen = new Set(['a'])
    const queue = ['a']
    for (let id = queue.pop(); id; id = queue.pop()) {
      for (const arrow of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
        const next = neighbour(places, id, arrow)
        if (next && !seen.has(next)) {
          seen.add(next)
          queue.push(next)
        }
      }
    }
    expect(seen.size).toBe(places.size)
  })
})
