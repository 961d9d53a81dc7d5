import { describe, expect, it } from 'vitest'

import type { Conversation } from '@/client/api'

import { distinct, inGroups, neighbour } from './groups'

const midnight = Date.parse('2026-03-10T00:00:00Z')
const thread = (id: string, updatedAt: string, more: Partial<Conversation> = {}): Conversation => ({
  id,
  agentId: 'peter-logical',
  mode: 'direct',
  threadKey: id,
  title: id,
  pinned: false,
  lastAgent: null,
  begunBy: 'person',
  createdAt: updatedAt,
  updatedAt,
  ...more,
})
const threads = [
  thread('p', '2026-01-01T00:00:00Z', { pinned: true }),
  thread('a', '2026-03-10T09:00:00Z'),
  thread('b', '2026-03-10T00:00:00Z', { agentId: 'ami-creative' }),
  thread('c', '2026-03-09T23:59:59Z'),
]
const keysOf = (grouping: 'time' | 'agent', list = threads) =>
  inGroups(list, grouping, midnight).map((line) => line.key)

describe('the list of threads', () => {
  it('groups by time: pinned first, then what was touched today, then the rest', () => {
    expect(keysOf('time')).toEqual(['pinned', 'p', 'today', 'a', 'b', 'earlier', 'c'])
  })

  it('has no heads of empty groups', () => {
    expect(keysOf('time', [threads[3]!])).toEqual(['earlier', 'c'])
    expect(keysOf('time', [])).toEqual([])
  })

  it('groups by agent in the order of each one’s first thread', () => {
    expect(keysOf('agent')).toEqual(['agent peter-logical', 'p', 'a', 'c', 'agent ami-creative', 'b'])
  })

  it('shows a thread once although two pages had it, where it stands first', () => {
    expect(distinct([...threads, threads[1]!]).map((one) => one.id)).toEqual(['p', 'a', 'b', 'c'])
  })

  it('steps over heads, and stays at its ends', () => {
    const lines = inGroups(threads, 'time', midnight)
    expect(neighbour(lines, 1, 1)).toBe(3)
    expect(neighbour(lines, 3, -1)).toBe(1)
    expect(neighbour(lines, 1, -1)).toBe(1)
    expect(neighbour(lines, 6, 1)).toBe(6)
  })
})
