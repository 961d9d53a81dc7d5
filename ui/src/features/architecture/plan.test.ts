import { describe, expect, it } from 'vitest'

import type { Schemas } from '@/client/api'

import { MOST_SHOWN, planOf, type GraphNode } from './plan'

const node = (id: string, kind: string, role: GraphNode['role'] = null): GraphNode => ({
  id,
  label: id,
  kind,
  role,
  color: '#000000',
  icon: 'robot',
  status: null,
  model: null,
  tools: [],
})
const edge = (source: string, target: string) => ({ source, target })

function graph(specialists: string[], customs: string[] = [], helpers: string[] = []): Schemas['Graph'] {
  const agents = [...specialists, ...customs]
  return {
    nodes: [
      node('cleo', 'supervisor', 'supervisor'),
      node('router', 'router'),
      node('review', 'review'),
      node('finalize', 'finalize'),
      ...specialists.map((id) => node(id, 'agent', 'specialist')),
      ...customs.map((id) => node(id, 'agent', 'custom')),
      ...helpers.map((id) => node(id, 'helper', 'helper')),
    ],
    edges: [
      edge('cleo', 'router'),
      edge('router', 'finalize'),
      edge('review', 'finalize'),
      ...agents.flatMap((id) => [edge('router', id), edge(id, 'review')]),
      ...helpers.map((id) => edge(agents[0]!, id)),
    ],
  }
}
const many = (count: number) => Array.from({ length: count }, (_, index) => `agent-${index}`)
const noTags = () => []

describe('planOf', () => {
  it('stands each agent in its own box when nothing is grouped', () => {
    const plan = planOf(graph(['peter', 'ami']), noTags, 'none', new Set())
    expect(plan.boxes.map((box) => box.id)).toEqual(['cleo', 'router', 'review', 'finalize', 'peter', 'ami'])
    expect(plan.links.map((link) => link.id)).toContain('router>peter')
  })

  it('puts agents of one role together and bundles their edges into one link each way', () => {
    const plan = planOf(graph(['peter', 'ami'], [], ['code', 'search']), noTags, 'role', new Set())
    const group = plan.boxes.find((box) => box.id === 'group:role:specialist')!
    expect(group.members.map((member) => member.id)).toEqual(['peter', 'ami'])
    expect(plan.links.find((link) => link.source === 'router' && link.target === group.id)!.edges).toEqual([
      'router>peter',
      'router>ami',
    ])
    expect(plan.links.find((link) => link.source === group.id && link.target === 'group:role:helper')!.edges).toEqual([
      'peter>code',
      'peter>search',
    ])
    expect(plan.boxOf.get('ami')).toBe(group.id)
  })

  it('makes no group of one', () => {
    const plan = planOf(graph(['peter', 'ami'], ['mine']), noTags, 'role', new Set())
    expect(plan.boxes.find((box) => box.id === 'mine')!.type).toBe('agent')
  })

  it('opens the groups of a small roster and closes those of a large one, until somebody turns them', () => {
    const id = 'group:role:specialist'
    const openIn = (agents: number, toggled: string[]) =>
      planOf(graph(many(agents)), noTags, 'role', new Set(toggled)).boxes.find((box) => box.id === id)!.open
    expect(openIn(MOST_SHOWN, [])).toBe(true)
    expect(openIn(MOST_SHOWN, [id])).toBe(false)
    expect(openIn(MOST_SHOWN + 1, [])).toBe(false)
    expect(openIn(MOST_SHOWN + 1, [id])).toBe(true)
  })

  it('groups by the tag that an agent shares with most others, and leaves who shares none to the rest', () => {
    const tags: Record<string, string[]> = {
      a: ['maths', 'rare'],
      b: ['maths', 'words'],
      c: ['words', 'maths'],
      d: ['lonely'],
      e: [],
    }
    const plan = planOf(graph(['a', 'b', 'c', 'd', 'e']), (id) => tags[id] ?? [], 'tag', new Set())
    const groups = plan.boxes
      .filter((box) => box.type === 'group')
      .map((box) => [box.value, box.members.map((member) => member.id)])
    expect(groups).toEqual([
      ['maths', ['a', 'b', 'c']],
      ['', ['d', 'e']],
    ])
  })
})
