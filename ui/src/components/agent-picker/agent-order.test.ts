import { describe, expect, it } from 'vitest'

import type { Agent } from '@/client/api'

import { choices, sought } from './agent-order'

const agent = (id: string, more: Partial<Agent> = {}) =>
  ({
    id,
    name: id,
    description: '',
    tags: [],
    role: 'specialist',
    status: 'active',
    lastUsedAt: null,
    ...more,
  }) as unknown as Agent
const at = (minute: number) => `2026-01-01T00:0${minute}:00Z`
const ids = (agents: Agent[]) => agents.map((one) => one.id)

describe('the agents one can choose', () => {
  it('begin with those used lately, the latest first; the rest go by name, helpers last', () => {
    const laid = choices(
      [
        agent('toby'),
        agent('cleo', { role: 'supervisor', lastUsedAt: at(9) }),
        agent('ami', { lastUsedAt: at(1) }),
        agent('peter', { lastUsedAt: at(2) }),
        agent('research', { role: 'helper' }),
        agent('emma'),
      ],
      'en',
    )
    expect([ids(laid.recent), ids(laid.others), ids(laid.helpers)]).toEqual([
      ['peter', 'ami'],
      ['emma', 'toby'],
      ['research'],
    ])
  })

  it('leave out archived ones, and do not offer paused ones first', () => {
    const laid = choices(
      [agent('a', { status: 'archived', lastUsedAt: at(1) }), agent('b', { status: 'paused', lastUsedAt: at(1) })],
      'en',
    )
    expect([ids(laid.recent), ids(laid.others)]).toEqual([[], ['b']])
  })

  it('offer at most four as used lately', () => {
    const many = [1, 2, 3, 4, 5].map((minute) => agent(`a${minute}`, { lastUsedAt: at(minute) }))
    const laid = choices(many, 'en')
    expect([ids(laid.recent), ids(laid.others)]).toEqual([['a5', 'a4', 'a3', 'a2'], ['a1']])
  })
})

describe('finding an agent', () => {
  const peter = agent('peter-logical', { name: 'Peter', description: 'Matemáticas y lógica', tags: ['equation'] })

  it('looks at name, description and tags, whatever case and accents', () => {
    for (const query of ['pet', 'MATEMATICAS', 'equa', 'peter logica', ''])
      expect(sought([peter], query)).toEqual([peter])
  })

  it('needs every word', () => {
    expect(sought([peter], 'peter poem')).toEqual([])
  })

  it('puts names before what is only said about an agent', () => {
    const found = sought([agent('main', { tags: ['competition'] }), agent('Carpet'), peter], 'pet')
    expect(found.map((one) => one.name)).toEqual(['Peter', 'Carpet', 'main'])
  })
})
