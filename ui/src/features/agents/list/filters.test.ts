import { describe, expect, it } from 'vitest'

import type { Agent } from '@/client/api'
import type { Why } from '@/lib/why'

import { blankDraft } from '../draft'
import { entriesOf, filterCount, NO_FILTERS, shown, type Entry, type Figures } from './filters'

const agent = (id: string, fields: Partial<Agent> = {}): Agent => ({
  ...blankDraft(),
  kind: 'model',
  origin: 'user',
  id,
  name: id,
  ...fields,
})
const figures = (agentId: string, fields: Partial<Figures>): Figures => ({
  agentId,
  executions: 0,
  unanswered: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  successRate: null,
  meanMs: null,
  p95Ms: null,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  modelCalls: 0,
  toolCalls: 0,
  lastUsedAt: null,
  ...fields,
})
const WANT: Why = { code: 'tool-absent', values: { tool: 'mail' }, parts: [] }
const ROSTER = entriesOf(
  [
    agent('peter', { name: 'Peter', role: 'specialist', origin: 'builtin', tags: ['ecuación'] }),
    agent('ana', { name: 'Ana', status: 'paused' }),
    agent('old', { name: 'Old', status: 'archived' }),
    agent('custom_1', { name: 'Émile', origin: 'runtime', lastUsedAt: '2026-01-02T00:00:00Z' }),
  ],
  [
    figures('peter', { executions: 9, successRate: 0.5, lastUsedAt: '2026-01-03T00:00:00Z' }),
    figures('ana', { executions: 2, successRate: 1 }),
  ],
  [
    {
      id: 'ana',
      healthy: false,
      detail: 'The agent is paused.',
      lacks: [],
      warnings: [],
      wants: [],
      model: null,
      modelWhy: null,
    },
    {
      id: 'peter',
      healthy: true,
      detail: '',
      lacks: [],
      warnings: ['mail: The MCP server mail is disabled.'],
      wants: [WANT],
      model: 'offline',
      modelWhy: null,
    },
  ],
  new Set(),
)
const ids = (entries: Entry[]) => entries.map((entry) => entry.agent.id)
const found = (filters: Partial<typeof NO_FILTERS>, by: Parameters<typeof shown>[2] = { by: 'roster', down: false }) =>
  ids(shown(ROSTER, { ...NO_FILTERS, ...filters }, by, 'en'))

describe('the list of agents', () => {
  it('leaves archived agents out until they are asked for', () => {
    expect(found({})).toEqual(['peter', 'ana', 'custom_1'])
    expect(found({ status: 'archived' })).toEqual(['old'])
    expect(found({ status: 'all' })).toHaveLength(4)
  })

  it('finds every word, without accents, in names, ids, descriptions and tags', () => {
    expect(found({ text: 'ECUACION pet' })).toEqual(['peter'])
    expect(found({ text: 'emile' })).toEqual(['custom_1'])
    expect(found({ text: 'peter nobody' })).toEqual([])
  })

  it('filters by role, origin and health together', () => {
    expect(found({ role: 'specialist' })).toEqual(['peter'])
    expect(found({ origin: 'runtime', role: 'specialist' })).toEqual([])
    expect(found({ health: 'trouble' })).toEqual(['ana'])
    expect(found({ health: 'ready' })).toEqual(['peter', 'custom_1'])
    expect(filterCount({ ...NO_FILTERS, text: 'x', role: 'helper', status: 'all' })).toBe(2)
  })

  it('sorts as asked, those without a figure always last', () => {
    expect(found({}, { by: 'name', down: false })).toEqual(['ana', 'custom_1', 'peter'])
    expect(found({}, { by: 'success', down: true })).toEqual(['ana', 'peter', 'custom_1'])
    expect(found({}, { by: 'success', down: false })).toEqual(['peter', 'ana', 'custom_1'])
    expect(found({}, { by: 'used', down: true })).toEqual(['peter', 'custom_1', 'ana'])
    expect(found({}, { by: 'runs', down: true })).toEqual(['peter', 'ana', 'custom_1'])
  })

  it('does not show what waits to be deleted', () => {
    expect(
      ids(
        entriesOf(
          ROSTER.map((entry) => entry.agent),
          [],
          [],
          new Set(['ana']),
        ),
      ),
    ).toEqual(['peter', 'old', 'custom_1'])
  })
})
