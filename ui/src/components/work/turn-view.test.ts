import { describe, expect, it } from 'vitest'

import type { Message, Step } from '@/client/api'
import type { Place } from '@/live/place'
import { at } from '@/live/place.fixture'
import { newTurn, type LiveTurn } from '@/live/turns'

import { rowsOf, statusOf, viewOf, type Turn } from './turn-view'

const USAGE = { inputTokens: 0, outputTokens: 0, modelCalls: 0, toolCalls: 0, cost: 0 }
const stored = (changes: Partial<Turn> = {}): Turn => ({
  id: 'x',
  conversationId: 'c',
  message: 'Solve',
  files: [],
  mode: 'supervised',
  requestedAgent: null,
  agentId: 'peter-logical',
  status: 'running',
  createdAt: '',
  startedAt: null,
  endedAt: null,
  waitingFor: null,
  failure: null,
  usage: USAGE,
  decision: null,
  tools: [],
  review: null,
  standIn: null,
  cited: [],
  made: [],
  outcome: null,
  feedback: null,
  misroute: null,
  pinned: false,
  afterSilence: false,
  ...changes,
})
const live = (changes: Partial<LiveTurn> = {}): LiveTurn => ({ ...newTurn('x'), ...changes })
const message = (id: string, author: 'user' | 'agent', executionId: string | null, content = id): Message => ({
  id,
  conversationId: 'c',
  author,
  agentId: null,
  executionId,
  content,
  createdAt: '',
  position: 0,
})
const text = (call: string, place: Place, said: string) => ({ call, place, agent: 'peter-logical', text: said })
const tool = (call: string, place: Place, status: 'running' | 'completed' = 'completed') => ({
  call,
  place,
  name: 'calculator',
  agent: 'peter-logical',
  arguments: { expression: '1' },
  status,
  result: '1',
  error: null,
  milliseconds: 2,
})

it('a message of no run is over: a reminder that was given', () => {
  expect(viewOf(undefined, message('m', 'agent', null), undefined).status).toBe('completed')
})

describe('how a turn stands', () => {
  it('stays over once it was stored as over, whatever an older event says', () => {
    expect(statusOf('cancelled', live({ status: 'running' }))).toBe('cancelled')
  })
  it('is what the events say while it is not over', () => {
    expect(statusOf('pending', live({ status: 'running' }))).toBe('running')
    expect(statusOf('running', live({ status: 'completed' }))).toBe('completed')
    expect(statusOf('running', live({ status: 'waiting' }))).toBe('waiting')
  })
  it('is queued again after a person let it go on', () => {
    expect(statusOf('pending', live({ status: 'waiting' }))).toBe('pending')
  })
})

describe('what a turn shows while it runs', () => {
  it('has the text of the open call as the answer', () => {
    const view = viewOf(stored(), undefined, live({ texts: [text('model:1@1', at(1), 'It is')] }))
    expect(view).toMatchObject({ answer: 'It is', streaming: true, rounds: [] })
  })

  it('keeps what was said before a tool call with that call, and never shows it as the answer', () => {
    const view = viewOf(
      stored(),
      undefined,
      live({
        texts: [text('model:1@1', at(1), 'I calculate.'), text('model:2@1', at(2), 'It is 2')],
        tools: [tool('tool:1:0', at(1, 0))],
      }),
    )
    expect(view.rounds).toMatchObject([{ text: 'I calculate.', tools: [{ key: 'tool:1:0' }] }])
    expect(view.answer).toBe('It is 2')
  })

  it('orders rounds by their number, not by when their pieces came', () => {
    const view = viewOf(
      stored(),
      undefined,
      live({ tools: [tool('tool:10:0', at(10, 0)), tool('tool:2:1', at(2, 1)), tool('tool:2:0', at(2, 0))] }),
    )
    expect(view.rounds.flatMap((round) => round.tools.map((one) => one.key))).toEqual([
      'tool:2:0',
      'tool:2:1',
      'tool:10:0',
    ])
  })

  it('shows the text of a later attempt in place of an earlier one', () => {
    const view = viewOf(
      stored(),
      undefined,
      live({ texts: [text('model:1@1', at(1), 'Half of'), text('model:1@2', at(1), 'All')] }),
    )
    expect(view.answer).toBe('All')
  })

  it('drops the answer that was sent back as soon as the new one begins', () => {
    const sent = [text('model:1@1', at(1), 'Wrong')]
    expect(viewOf(stored(), undefined, live({ texts: sent })).answer).toBe('Wrong')
    expect(
      viewOf(
        stored(),
        undefined,
        live({ texts: [...sent, text('model:revision-1@1', at(1, null, [], 'revision'), 'Right')] }),
      ).answer,
    ).toBe('Right')
  })

  it('fills in from the journal what was said before the page was loaded', () => {
    const steps = [
      {
        key: 'model:1',
        place: at(1),
        kind: 'model',
        output: { response: { parts: [{ part_kind: 'text', content: 'Earlier.' }] } },
      },
      {
        key: 'tool:1:0',
        place: at(1, 0),
        kind: 'tool',
        name: 'calculator',
        agentId: 'a',
        status: 'completed',
        error: null,
        input: { expression: '3' },
        output: { result: '3' },
      },
    ] as unknown as Step[]
    const view = viewOf(stored(), undefined, live({ texts: [text('model:2@1', at(2), 'And now')] }), steps)
    expect(view.rounds).toMatchObject([{ text: 'Earlier.', tools: [{ arguments: { expression: '3' }, result: '3' }] }])
    expect(view.answer).toBe('And now')
  })
})

describe('what a turn shows when it is over', () => {
  it('has the stored message as the answer', () => {
    const view = viewOf(
      stored({ status: 'completed' }),
      message('m', 'agent', 'x', 'Done.'),
      live({ texts: [text('model:1@1', at(1), 'Don')] }),
    )
    expect(view).toMatchObject({ answer: 'Done.', streaming: false, failure: null })
  })
  it('keeps the text that there was when it was stopped', () => {
    const view = viewOf(
      stored({ status: 'cancelled' }),
      undefined,
      live({ status: 'cancelled', texts: [text('model:1@1', at(1), 'Half')], answer: '' }),
    )
    expect(view).toMatchObject({ status: 'cancelled', answer: 'Half', streaming: false })
  })
  it('has the sentence of the failure from the events until it is read', () => {
    const view = viewOf(
      undefined,
      undefined,
      live({
        status: 'failed',
        answer: 'The key was refused.',
        error: { errorClass: 'authentication', message: 'x', willRetry: false },
      }),
    )
    expect(view.failure).toEqual({
      errorClass: 'authentication',
      message: 'The key was refused.',
      lack: null,
      why: null,
    })
  })
})

describe('the rows of a thread', () => {
  it('join question and answer of an execution, in the order in which the person spoke', () => {
    const rows = rowsOf(
      [message('q1', 'user', 'a'), message('q2', 'user', 'b'), message('a1', 'agent', 'a')],
      [stored({ id: 'b' }), stored({ id: 'a' })],
    )
    expect(rows.map((row) => [row.id, row.question?.id, row.answer?.id, row.turn?.id])).toEqual([
      ['a', 'q1', 'a1', 'a'],
      ['b', 'q2', undefined, 'b'],
    ])
  })
  it('show a message that no execution belongs to by itself', () => {
    expect(rowsOf([message('m', 'agent', null)], [])).toMatchObject([{ id: 'm', turn: undefined }])
  })
})
