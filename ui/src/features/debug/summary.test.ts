import { describe, expect, it } from 'vitest'

import { FACT_KINDS } from '@/client/events'
import english from '@/locales/en.json'
import type { LiveFact } from '@/live/turns'

import { familyOf, kindsOf, FAMILIES } from './families'
import { oneLine, type Words } from './sentence'
import { agentOf, isTrouble, PLAIN, summary } from './summary'

const fact = (kind: string, data: Record<string, unknown>, agent: string | null = null): LiveFact => ({
  id: 1,
  executionId: 'x',
  sequence: 1,
  kind,
  agent,
  data,
  at: '2026-01-01T00:00:00Z',
})
const words: Words = {
  name: (agent) => agent.toUpperCase(),
  swarm: (id) => `the swarm ${id}`,
  duration: (milliseconds) => `${milliseconds} ms`,
  micros: (microseconds) => `${microseconds} µs`,
  mode: (mode) => `<${mode}>`,
  why: (why, text) => (why ? `[${why.code}]` : text),
}
const told = (kind: string, data: Record<string, unknown>) => summary(fact(kind, data), words)

describe('the sentence about an event', () => {
  it('names who got the work, why, and how long it took', () => {
    expect(told('agent-delegation', { from: 'cleo', to: 'peter', reason: 'Tags', microseconds: 120 })).toEqual({
      key: 'delegated',
      values: { from: 'CLEO', to: 'PETER', reason: 'Tags', time: '120 µs' },
    })
    expect(told('agent-delegation', { from: 'cleo', to: 'finalize', reason: 'None', microseconds: 9 }).key).toBe(
      'nobodyFits',
    )
  })

  it('says a reason by its code where there is one', () => {
    expect(
      told('swarm.changed', { change: 'paused', swarm: 's', reason: 'A person paused it.', why: { code: 'paused' } })
        .values.reason,
    ).toBe('[paused]')
  })

  it('tells an answer of a model from a wish for tools', () => {
    expect(told('model-response', { text: '', toolCalls: ['a', 'b'], milliseconds: 5 })).toEqual({
      key: 'wantsTools',
      values: { tools: 'a, b', time: '5 ms' },
    })
    expect(told('model-response', { text: 'Hello', toolCalls: [], milliseconds: 5 }).key).toBe('answered')
  })

  it('tells a tool that failed from one that answered', () => {
    expect(told('agent.tool_result', { tool: 't', result: { a: 1 }, error: null, milliseconds: 2 }).values.result).toBe(
      '{"a":1}',
    )
    expect(told('agent.tool_result', { tool: 't', result: null, error: 'No.', milliseconds: 2 }).key).toBe('toolFailed')
  })

  it('says whether an error is tried again, and how a run ended', () => {
    expect(told('error.occurred', { message: 'm', willRetry: true }).key).toBe('failedOnce')
    expect(told('error.occurred', { message: 'm', willRetry: false }).key).toBe('failed')
    expect(told('done', { status: 'cancelled', content: '' }).key).toBe('done.cancelled')
    expect(told('execution.started', { attempt: 2, message: 'Again' })).toEqual({
      key: 'tookOver',
      values: { attempt: 2, message: 'Again' },
    })
  })

  it('shows the data of a kind that is not known, or that is not as it should be', () => {
    expect(told('made.up', { a: 1 })).toEqual({ key: 'other', values: { data: '{"a":1}' } })
    expect(told('model-response', { text: '' }).key).toBe('other')
    expect(told('toString', { a: 1 }).key).toBe('other')
  })

  it('is one line, also of a long text, and cuts no character in two', () => {
    expect(oneLine(' a\n\n b\tc ')).toBe('a b c')
    const cut = oneLine('🙂'.repeat(500))
    expect([...cut]).toHaveLength(201)
    expect([...cut].slice(0, 200).every((character) => character === '🙂')).toBe(true)
  })
})

it('has every kind in exactly one family', () => {
  expect(FAMILIES.flatMap(kindsOf).toSorted()).toEqual([...FACT_KINDS].toSorted())
  expect(familyOf('made.up')).toBe('run')
  expect(familyOf('constructor')).toBe('run')
})

it('has a name for every kind, and a sentence where one is enough', () => {
  const { kind: names, say: said } = english.debug
  expect(FACT_KINDS.filter((kind) => !Object.hasOwn(names, kind.replaceAll('.', '-')))).toEqual([])
  const text = (kind: string) => kind.split('.').reduce<unknown>((at, key) => Object(at)[key], said)
  expect(PLAIN.filter((kind) => typeof text(kind) !== 'string')).toEqual([])
})

it('says a kind plainly with what its text needs', () => {
  const why = { code: 'paused' }
  expect(
    told('schedule.skipped', { name: ' a\n b', reason: 'A person paused it.', why, agent: 'peter', dueAt: null }),
  ).toEqual({ key: 'schedule.skipped', values: { name: 'a b', reason: '[paused]', agent: 'PETER' } })
  expect(told('task.created', { number: 7, title: 'Buy' })).toEqual({
    key: 'task.created',
    values: { number: 7, title: 'Buy' },
  })
})

it('knows which agent an event is about', () => {
  expect(agentOf(fact('done', { agent: 'b' }, 'a'))).toBe('a')
  expect(agentOf(fact('agent.registered', { agent: 'b' }))).toBe('b')
  expect(agentOf(fact('done', { agent: null }))).toBeUndefined()
})

it('marks what went wrong', () => {
  expect(isTrouble(fact('done', { status: 'failed' }))).toBe(true)
  expect(isTrouble(fact('done', { status: 'completed' }))).toBe(false)
  expect(isTrouble(fact('agent.tool_result', { error: 'No.' }))).toBe(true)
  expect(isTrouble(fact('agent.tool_result', { error: null }))).toBe(false)
})
