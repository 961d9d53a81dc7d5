import { describe, expect, it } from 'vitest'

import { grouped, lineOf } from './changes'
import type { RoutingChange } from './types'

const change = (fields: Partial<RoutingChange>): RoutingChange => ({
  kind: 'changed',
  subject: 'agent',
  name: 'ana',
  field: null,
  before: null,
  after: null,
  ...fields,
})

describe('a change of a release', () => {
  it('of a list says what came and what went, and keeps what is there twice', () => {
    expect(lineOf(change({ field: 'tags', before: ['a', 'b', 'b'], after: ['b', 'c'] }))).toEqual({
      what: 'list',
      field: 'tags',
      added: ['c'],
      removed: ['a', 'b'],
    })
  })
  it('of a list that was nothing before has only come', () => {
    expect(lineOf(change({ field: 'examples', before: null, after: ['x'] }))).toMatchObject({
      added: ['x'],
      removed: [],
    })
  })
  it('of a list that only stands in another order is said as that', () => {
    expect(lineOf(change({ field: 'patterns', before: ['a', 'b'], after: ['b', 'a'] }))).toEqual({
      what: 'order',
      field: 'patterns',
    })
  })
  it('of a value says both, and a long one is prose', () => {
    expect(lineOf(change({ field: 'priority', before: 0, after: 5 }))).toEqual({
      what: 'value',
      field: 'priority',
      before: '0',
      after: '5',
    })
    expect(lineOf(change({ field: 'description', before: '', after: 'word '.repeat(20) }))).toMatchObject({
      what: 'prose',
      before: '–',
    })
  })
  it('of an agent, a setting or a correction is told apart', () => {
    expect(lineOf(change({ kind: 'added' }))).toEqual({ what: 'joined' })
    expect(lineOf(change({ kind: 'removed' }))).toEqual({ what: 'left' })
    expect(lineOf(change({ subject: 'rule', name: 'margin', before: 0.1, after: 0.2 }))).toEqual({
      what: 'rule',
      name: 'margin',
      before: '0.1',
      after: '0.2',
    })
    expect(lineOf(change({ subject: 'rule', name: 'margin', after: 0.2 }))).toMatchObject({
      before: null,
      after: '0.2',
    })
    expect(lineOf(change({ subject: 'rule', name: 'stages', after: ['tags', 'model'] }))).toEqual({
      what: 'stages',
      stages: ['tags', 'model'],
    })
    expect(lineOf(change({ subject: 'example', kind: 'added', field: 'examples', after: 'roses' }))).toEqual({
      what: 'learned',
      message: 'roses',
    })
    expect(lineOf(change({ subject: 'example', kind: 'removed', field: 'examples', before: 'roses' }))).toEqual({
      what: 'forgotten',
      message: 'roses',
    })
  })
})

it('changes stand together by agent, and settings last', () => {
  const groups = grouped([
    change({ subject: 'rule', name: 'margin' }),
    change({ field: 'priority' }),
    change({ name: 'bob', kind: 'removed', before: 'Bob' }),
    change({ field: 'tags', after: ['x'] }),
  ])
  expect(groups.map(({ agent, name, lines }) => [agent, name, lines.length])).toEqual([
    ['ana', null, 2],
    ['bob', 'Bob', 1],
    [null, null, 1],
  ])
})
