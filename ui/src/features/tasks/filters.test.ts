import { describe, expect, it } from 'vitest'

import { filterCount, filtersOf, queryOf } from './filters'

describe('the filters of an address', () => {
  it('leave out what does not narrow, so that the same tasks are the same question', () => {
    expect(filtersOf({ q: '   ', agent: undefined })).toEqual({})
    expect(filtersOf({ q: ' milk ', tag: 'home' })).toEqual({ q: 'milk', tag: 'home' })
  })

  it('are counted without the sought text', () => {
    expect(filterCount({ q: 'milk' })).toBe(0)
    expect(filterCount({ q: 'milk', agent: 'ami', due: 'none' })).toBe(2)
  })

  it('are put as the server takes them', () => {
    expect(queryOf({ q: 'milk', agent: 'ami', priority: 'high', due: 'overdue' })).toEqual({
      search: 'milk',
      agentId: 'ami',
      priority: 'high',
      due: 'overdue',
    })
    expect(queryOf({})).toEqual({})
  })

  it('ask for days as they begin and end where the person is', () => {
    const now = new Date(2026, 4, 4, 15, 30)
    expect(queryOf({ due: 'today' }, now).due).toBe(
      `${new Date(2026, 4, 4).toISOString()}..${new Date(2026, 4, 5).toISOString()}`,
    )
    expect(queryOf({ due: 'week' }, now).due).toBe(
      `${new Date(2026, 4, 4).toISOString()}..${new Date(2026, 4, 11).toISOString()}`,
    )
  })
})
