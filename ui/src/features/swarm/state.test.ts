import { expect, test } from 'vitest'

import type { Doing } from '@/live/swarm-facts'

import { expectedBy, groupOf, stateOf } from './state'
import type { Resident, Wait } from './types'

const ana = (change: Partial<Resident> = {}) =>
  ({ id: 'ana@solar', status: 'active', activity: 'sleeping', doing: '', retryAt: null, ...change }) as Resident
const seen = (activity: Doing['activity'], tool = '', at = 10_000): Doing => ({
  swarm: 'solar',
  activity,
  tool,
  room: null,
  executionId: null,
  at,
})

test('what a person did to a resident counts more than what it was seen doing', () => {
  expect(stateOf(ana({ status: 'paused' }), seen('thinking'), 0, []).kind).toBe('paused')
})

test('the newer of record and events counts', () => {
  expect(stateOf(ana(), seen('calling', 'bash'), 9000, [])).toMatchObject({ kind: 'calling', tool: 'bash' })
  expect(stateOf(ana(), seen('calling', 'bash'), 11_000, []).kind).toBe('calling')
  expect(stateOf(ana(), seen('calling', 'bash'), 12_000, []).kind).toBe('sleeping')
  expect(stateOf(ana({ activity: 'thinking' }), seen('sleeping'), 9000, []).kind).toBe('sleeping')
})

test('a sleeping resident with mail wakes up, and one that has asked waits for who is to answer', () => {
  expect(stateOf(ana({ activity: 'waking' }), seen('sleeping'), 9000, ['ben@solar']).kind).toBe('waking')
  expect(stateOf(ana(), undefined, 0, ['ben@solar'])).toMatchObject({ kind: 'expecting', whom: ['ben@solar'] })
  expect(groupOf(stateOf(ana(), undefined, 0, ['ben@solar']))).toBe('waiting')
  expect(stateOf(ana({ activity: 'waiting', doing: 'Waits for a word.' }), undefined, 0, [], 'bash').tool).toBe('bash')
  expect(stateOf(ana({ activity: 'waiting', doing: 'Waits for a word.' }), undefined, 0, []).tool).toBe('')
})

test('everybody from whom an answer is expected is named once, and approvals are not answers', () => {
  const wait = (whom: string, state: Wait['state'] = 'unread') => ({ who: 'ana@solar', whom, state }) as Wait
  expect(
    expectedBy([wait('ben@solar'), wait('ben@solar', 'read'), wait('cem@solar'), wait('person', 'approval')]).get(
      'ana@solar',
    ),
  ).toEqual(['ben@solar', 'cem@solar'])
})
