import { describe, expect, it } from 'vitest'

import type { Entity } from '../types'
import { movesOf } from './moves'

const AT = '2026-01-01T00:00:00Z'
const entity = (name: string, observations: string[], relations: [string, string, string][]): Entity => ({
  id: name,
  scope: 'user',
  name,
  entityType: 'person',
  createdAt: AT,
  moreObservations: 0,
  observations: observations.map((content, index) => ({
    id: `${name}${index}`,
    content,
    createdAt: AT,
    provenance: { author: 'person', agentId: null, executionId: null, callId: null, source: '', tainted: false },
  })),
  relations: relations.map(([from, relationType, to]) => ({
    id: `${from}${relationType}${to}`,
    from,
    to,
    relationType,
    fromId: null,
    toId: null,
    createdAt: AT,
  })),
})

describe('a merge', () => {
  it('moves the observations that are not there yet', () => {
    const moves = movesOf(entity('Ana', ['likes tea', 'tall'], []), entity('Ana G.', ['tall', 'from Cádiz'], []))
    expect(moves).toMatchObject({ observations: ['from Cádiz'], same: 1, relations: [], loop: false })
  })

  it('lets relations follow, each once, in both directions', () => {
    const moves = movesOf(
      entity('Ana', [], [['Ana', 'works at', 'Acme']]),
      entity(
        'Ana G.',
        [],
        [
          ['Ana G.', 'works at', 'Acme'],
          ['Bo', 'knows', 'Ana G.'],
          ['Ana G.', 'likes', 'tea'],
        ],
      ),
    )
    expect(moves.relations).toEqual([
      { from: 'Bo', relationType: 'knows', to: 'Ana' },
      { from: 'Ana', relationType: 'likes', to: 'tea' },
    ])
  })

  it('says that a relation between the two becomes one with itself', () => {
    const moves = movesOf(entity('Ana', [], []), entity('Ana G.', [], [['Ana G.', 'is', 'Ana']]))
    expect(moves).toMatchObject({ loop: true, relations: [{ from: 'Ana', relationType: 'is', to: 'Ana' }] })
  })
})
