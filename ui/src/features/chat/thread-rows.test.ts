import { describe, expect, it } from 'vitest'

import type { Row } from '@/components/work/turn-view'
import type { Outgoing } from '@/live/outbox'

import { withSent } from './thread-rows'

const row = (id: string): Row => ({ id, turn: undefined, question: undefined, answer: undefined })
const outgoing = (changes: Partial<Outgoing> = {}): Outgoing => ({
  id: 'o',
  userId: 'u',
  conversationId: 'c',
  begins: false,
  placed: true,
  withAgent: 'main',
  mode: 'direct',
  title: 'Hello',
  message: 'Hello',
  agentId: null,
  executionId: null,
  replaces: null,
  at: 0,
  tries: 0,
  trying: false,
  problem: '',
  code: '',
  refused: null,
  ...changes,
})
const ids = (rows: readonly Row[]) => rows.map((one) => one.id)

describe('a message that was just sent', () => {
  it('stands at the end, before the server has it', () => {
    const { rows, sending } = withSent([row('a')], [outgoing()])
    expect(ids(rows)).toEqual(['a', 'o'])
    expect(rows[1]!.question!.content).toBe('Hello')
    expect([...sending]).toEqual(['o'])
  })
  it('is shown once when it was read back before it was forgotten', () => {
    expect(ids(withSent([row('a'), row('b')], [outgoing({ executionId: 'b' })]).rows)).toEqual(['a', 'b'])
  })
  it('takes the place of what it replaces and of all that came after', () => {
    expect(ids(withSent([row('a'), row('b'), row('c')], [outgoing({ replaces: 'b' })]).rows)).toEqual(['a', 'o'])
  })
  it('stays where the server has already dropped what it replaced', () => {
    expect(ids(withSent([row('a')], [outgoing({ replaces: 'b', executionId: 'x' })]).rows)).toEqual(['a', 'x'])
  })
})
