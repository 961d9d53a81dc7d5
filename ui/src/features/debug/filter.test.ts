import { describe, expect, it } from 'vitest'

import type { LiveFact } from '@/live/turns'

import { countAfter, joined, jsonLines, kindsFrom, kindsTo, matching, place, type Filter } from './filter'

const fact = (id: number, more: Partial<LiveFact> = {}): LiveFact => ({
  id,
  executionId: null,
  sequence: 0,
  kind: 'done',
  agent: null,
  data: {},
  at: '2026-01-01T00:00:00Z',
  ...more,
})
const all: Filter = { kinds: [], agent: undefined, execution: undefined, search: '' }
const ids = (facts: readonly LiveFact[]) => facts.map((one) => one.id)

describe('the filter', () => {
  const facts = [
    fact(1, { kind: 'model-call', agent: 'peter', executionId: 'x' }),
    fact(2, { kind: 'done', agent: 'ami', executionId: 'y', data: { content: 'It is ÁRBOL "quoted"' } }),
    fact(3, { kind: 'done', agent: 'peter', executionId: 'x', data: { content: 'nothing' } }),
  ]

  it('lets everything through, as the same list, where nothing is asked', () => {
    expect(matching(facts, all)).toBe(facts)
  })

  it('asks for kind, agent, run and text together', () => {
    expect(ids(matching(facts, { ...all, kinds: ['done', 'model-call'] }))).toEqual([1, 2, 3])
    expect(ids(matching(facts, { ...all, kinds: ['done'], agent: 'peter' }))).toEqual([3])
    expect(ids(matching(facts, { ...all, execution: 'x' }))).toEqual([1, 3])
    expect(ids(matching(facts, { ...all, search: 'árbol' }))).toEqual([2])
    expect(ids(matching(facts, { ...all, search: 'árbol', agent: 'peter' }))).toEqual([])
  })

  it('keeps kinds in an address and reads them back', () => {
    expect(kindsFrom(kindsTo(['done', 'model-call']))).toEqual(['done', 'model-call'])
    expect(kindsFrom('done,,done')).toEqual(['done'])
    expect(kindsTo([])).toBeUndefined()
    expect(kindsFrom(undefined)).toEqual([])
  })
})

describe('what was read and what came live', () => {
  it('is one list with each event once, by id', () => {
    expect(ids(joined([fact(1), fact(2), fact(3)], [fact(3), fact(4)], false))).toEqual([1, 2, 3, 4])
  })

  it('puts an event in its place that was committed late', () => {
    expect(ids(joined([], [fact(5), fact(4), fact(6)], false))).toEqual([4, 5, 6])
    expect(ids(joined([fact(1), fact(4)], [fact(5), fact(3)], false))).toEqual([1, 3, 4, 5])
  })

  it('keeps what was read while nothing has been let go of', () => {
    expect(ids(joined([fact(1)], [fact(9)], false))).toEqual([1, 9])
  })

  it('has no hole in it after the oldest live events were let go of', () => {
    expect(ids(joined([fact(1)], [fact(9)], true))).toEqual([9])
    expect(ids(joined([fact(1), fact(9)], [fact(9), fact(10)], true))).toEqual([1, 9, 10])
  })
})

describe('places in the list', () => {
  const facts = [fact(10), fact(20), fact(30)]

  it('are found by id, also of an event that is not there', () => {
    expect([5, 10, 15, 30, 31].map((id) => place(facts, id))).toEqual([0, 0, 1, 2, 3])
  })

  it('tell how many came after', () => {
    expect([0, 10, 25, 30].map((id) => countAfter(facts, id))).toEqual([3, 2, 1, 0])
  })
})

it('saves one document a line, as it was sent', () => {
  const one = fact(1, { data: { text: 'two\nlines' } })
  expect(
    jsonLines([one, fact(2)])
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as LiveFact),
  ).toEqual([one, fact(2)])
})
