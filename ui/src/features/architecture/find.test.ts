import { describe, expect, it } from 'vitest'

import { laidTogether } from './delegation-log'
import { findIn, type Findable } from './find'

const one = (id: string, name: string, tags: string[] = []): Findable => ({
  node: { id, label: name, kind: 'agent', role: 'custom', color: '', icon: '', status: null, model: null, tools: [] },
  name,
  tags,
})
const ALL = [
  one('a', 'Bahía', ['sea']),
  one('peter-logical', 'Peter', ['maths']),
  one('c', 'Mathilda'),
  one('d', 'Anna'),
]
const ids = (found: Findable[]) => found.map((each) => each.node.id)

describe('findIn', () => {
  it('finds by the beginning of a name first, then by tags', () => {
    expect(ids(findIn(ALL, 'math', 8))).toEqual(['c', 'peter-logical'])
  })

  it('does not mind accents, case or space around', () => {
    expect(ids(findIn(ALL, ' BAHIA ', 8))).toEqual(['a'])
  })

  it('finds by a part of the id', () => {
    expect(ids(findIn(ALL, 'logical', 8))).toEqual(['peter-logical'])
  })

  it('shows the first ones before anything is typed, and nobody where nobody fits', () => {
    expect(ids(findIn(ALL, '', 2))).toEqual(['a', 'peter-logical'])
    expect(findIn(ALL, 'zzz', 8)).toEqual([])
  })
})

describe('laidTogether', () => {
  const fact = (id: number, to: string, kind = 'agent-delegation') => ({
    id,
    kind,
    at: '2026-01-31T10:00:00Z',
    data: { to },
  })

  it('has each delegation once, the latest first', () => {
    const rows = laidTogether([fact(3, 'a'), fact(1, 'b')], [fact(3, 'a'), fact(5, 'c'), fact(4, 'a', 'done')], '')
    expect(rows.map((row) => row.id)).toEqual([5, 3, 1])
  })

  it('keeps only those to one agent where one is named', () => {
    expect(laidTogether([fact(1, 'a'), fact(2, 'b')], [fact(3, 'a')], 'a').map((row) => row.id)).toEqual([3, 1])
  })
})
