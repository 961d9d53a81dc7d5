import { describe, expect, it } from 'vitest'

import type { Place } from './place'
import { at } from './place.fixture'
import { afterFact, afterPiece, newTurn, type LiveFact, type LivePiece, type LiveTurn } from './turns'

let sequence = 0
const fact = (kind: string, data: Record<string, unknown>): LiveFact => {
  sequence += 1
  return { id: sequence, executionId: 'x', sequence, kind, agent: null, data, at: '2026-01-01T00:00:00Z' }
}
const piece = (call: string, place: Place, offset: number, text: string, more: Partial<LivePiece> = {}): LivePiece => ({
  kind: 'agent.stream',
  executionId: 'x',
  agent: 'peter',
  call,
  place,
  offset,
  text,
  ...more,
})
const told = (turn: LiveTurn, ...facts: LiveFact[]) => facts.reduce(afterFact, turn)

describe('what comes beside the text of a running answer', () => {
  it('is what is thought, and the arguments of the tools that are about to be called', () => {
    const of = (index: number): Partial<LivePiece> => ({
      kind: 'agent.tool_arguments',
      place: at(1, index),
      step: `call ${index}`,
      tool: 'calculator',
    })
    let turn = afterPiece(newTurn('x'), piece('model:1', at(1), 0, 'Two ', { kind: 'agent.thinking' }))
    turn = afterPiece(turn, piece('model:1', at(1), 4, 'and two', { kind: 'agent.thinking' }))
    turn = afterPiece(turn, piece('model:1', at(1), 0, '{"a"', of(0)))
    turn = afterPiece(turn, piece('model:1', at(1), 0, '{"b"', of(1)))
    turn = afterPiece(turn, piece('model:1', at(1), 4, ':1}', of(0)))
    expect(turn.thoughts.map((one) => one.text)).toEqual(['Two and two'])
    expect(turn.coming.map((one) => one.text)).toEqual(['{"a":1}', '{"b"'])
    expect(afterPiece(turn, piece('model:1', at(1), 0, '', of(1))).coming.map((one) => one.text)).toEqual(['{"a":1}'])
    const answered = told(turn, fact('model-response', { call: 'model:1', agent: 'peter', text: '' }))
    expect(answered.coming).toEqual([])
    expect(answered.thoughts).toHaveLength(1)
  })
})

describe('a model that answers for another one', () => {
  it('is told with who was to answer and why they did not, also when a later call has nobody to tell of', () => {
    const passedOver = [{ model: 'openai:m', errorClass: 'network', reason: { code: 'model-unreachable' } }]
    const said = { agent: 'peter', text: 'Hello.', model: 'anthropic:x' }
    let turn = told(newTurn('x'), fact('model-response', { call: 'model:1', ...said, passedOver }))
    turn = told(turn, fact('model-response', { call: 'model:2', ...said, model: 'openai:m', passedOver: [] }))
    expect(turn.standIn).toEqual({ model: 'anthropic:x', passedOver })
  })
})

describe('the pages that an answer cites', () => {
  it('are told once each, in the order of its calls, and those of a helper are its own', () => {
    const [first, second] = [
      { url: 'https://a.example', title: 'A' },
      { url: 'https://b.example', title: 'B' },
    ]
    const said = { agent: 'peter', text: 'Hello.', model: 'openai:m' }
    let turn = told(newTurn('x'), fact('model-response', { call: 'model:1', ...said, cited: [first] }))
    turn = told(turn, fact('model-response', { call: 'model:2', ...said, cited: [second, first] }))
    expect(turn.cited).toEqual([first, second])
    const helper = { call: 'model:3', ...said, place: at(1, undefined, ['call:1']), cited: [{ url: 'x', title: '' }] }
    expect(told(turn, fact('model-response', helper)).cited).toEqual([first, second])
  })
})

describe('the text of a running answer', () => {
  it('is what was there, cut at the offset, plus the piece', () => {
    let turn = newTurn('x')
    turn = afterPiece(turn, piece('model:1', at(1), 0, 'It is '))
    turn = afterPiece(turn, piece('model:1', at(1), 6, '41'))
    turn = afterPiece(turn, piece('model:1', at(1), 7, '0.8'))
    expect(turn.texts).toEqual([{ call: 'model:1', place: at(1), agent: 'peter', text: 'It is 40.8' }])
  })

  it('counts offsets in code points, so that an emoji is one', () => {
    let turn = afterPiece(newTurn('x'), piece('model:1', at(1), 0, '🙂a'))
    turn = afterPiece(turn, piece('model:1', at(1), 2, 'b'))
    expect(turn.texts[0]!.text).toBe('🙂ab')
  })

  it('is not doubled when it is sent again from the beginning after a reconnection', () => {
    let turn = afterPiece(newTurn('x'), piece('model:1', at(1), 0, 'Hello wor'))
    turn = afterPiece(turn, piece('model:1', at(1), 0, 'Hello world'))
    expect(turn.texts[0]!.text).toBe('Hello world')
  })

  it('is replaced by the stored response, which closes the call', () => {
    const turn = told(
      afterPiece(newTurn('x'), piece('model:1', at(1), 0, 'Hel')),
      fact('model-response', {
        agent: 'peter',
        model: 'm',
        call: 'model:1',
        text: 'Hello',
        toolCalls: [],
        milliseconds: 1,
        usage: {},
      }),
    )
    expect(turn.texts[0]!.text).toBe('Hello')
    expect(turn.openCall).toBeNull()
  })
})

describe('the story of an execution', () => {
  it('is told by its facts', () => {
    const turn = told(
      newTurn('x'),
      fact('execution.started', { attempt: 1, mode: 'supervised', conversationId: 'c', message: 'Solve' }),
      fact('agent-delegation', {
        from: 'cleo-supervisor',
        to: 'peter-logical',
        reason: 'r',
        stage: 'tags',
        decisionId: 'd',
      }),
      fact('tool-execution', {
        agent: 'peter-logical',
        tool: 'calculator',
        call: '1',
        place: at(1, 0),
        arguments: { expression: '2' },
      }),
      fact('agent.tool_result', {
        agent: 'peter-logical',
        tool: 'calculator',
        call: '1',
        place: at(1, 0),
        result: '2',
        error: null,
        milliseconds: 3,
      }),
      fact('done', { status: 'completed', agent: 'peter-logical', content: 'It is 2.', usage: {} }),
    )
    expect(turn).toMatchObject({ status: 'completed', agent: 'peter-logical', answer: 'It is 2.', conversationId: 'c' })
    expect(turn.tools).toEqual([
      {
        call: '1',
        place: at(1, 0),
        name: 'calculator',
        agent: 'peter-logical',
        helper: null,
        arguments: { expression: '2' },
        status: 'completed',
        result: '2',
        error: null,
        milliseconds: 3,
      },
    ])
  })

  it('says that nobody fits by having no agent', () => {
    expect(told(newTurn('x'), fact('agent-delegation', { to: 'finalize' })).agent).toBeNull()
  })

  it('does not change by a fact that says nothing about it', () => {
    const turn = newTurn('x')
    expect(afterFact(turn, fact('agent.registered', { agent: 'a', origin: 'user' }))).toBe(turn)
  })
})

describe('helpers', () => {
  const spawn = (call: string, agent: string) =>
    fact('helper-spawn', { agent, parent: 'main', call, task: `Look at ${agent}`, depth: 1 })

  it('have texts of their own that come interleaved, and leave the open call of their caller alone', () => {
    let turn = told(
      newTurn('x'),
      fact('model-call', { agent: 'main', model: 'm', call: 'model:1@1' }),
      spawn('tool:1:0', 'research'),
      spawn('tool:1:1', 'code'),
    )
    turn = afterPiece(turn, piece('tool:1:0/model:1@1', at(1, null, ['tool:1:0']), 0, 'One '))
    turn = afterPiece(turn, piece('tool:1:1/model:1@1', at(1, null, ['tool:1:1']), 0, 'Uno '))
    turn = afterPiece(turn, piece('tool:1:0/model:1@1', at(1, null, ['tool:1:0']), 4, 'two'))
    expect(turn.texts.slice(1).map((one) => [one.call, one.text])).toEqual([
      ['tool:1:0/model:1@1', 'One two'],
      ['tool:1:1/model:1@1', 'Uno '],
    ])
    expect(turn.openCall).toBe('model:1@1')
  })

  it('report, or fail, each for its own call', () => {
    const turn = told(
      newTurn('x'),
      spawn('tool:1:0', 'research'),
      spawn('tool:1:1', 'code'),
      fact('helper-iteration', { agent: 'code', call: 'tool:1:1', iteration: 2, limit: 4 }),
      fact('helper-error', { agent: 'research', call: 'tool:1:0', errorClass: 'budget', message: 'Too long.' }),
      fact('helper-complete', {
        agent: 'code',
        call: 'tool:1:1',
        result: 'Hello',
        iterations: 2,
        milliseconds: 7,
        usage: {},
      }),
    )
    expect(turn.helpers).toMatchObject([
      {
        call: 'tool:1:0',
        agent: 'research',
        parent: 'main',
        task: 'Look at research',
        status: 'failed',
        error: 'Too long.',
      },
      {
        call: 'tool:1:1',
        status: 'completed',
        result: 'Hello',
        milliseconds: 7,
        iteration: { iteration: 2, limit: 4 },
      },
    ])
  })

  it('are there from their first sign of life, also where their beginning was not seen', () => {
    const turn = told(
      newTurn('x'),
      fact('helper-iteration', { agent: 'code', call: 'tool:1:1', iteration: 3, limit: 4 }),
    )
    expect(turn.helpers).toMatchObject([{ call: 'tool:1:1', agent: 'code', status: 'running' }])
  })

  it('end with the execution that they work for', () => {
    const turn = told(
      newTurn('x'),
      spawn('tool:1:0', 'research'),
      fact('done', { status: 'cancelled', agent: 'main', content: '', usage: {} }),
    )
    expect(turn.helpers[0]!.status).toBe('failed')
  })
})

describe('questions to the person', () => {
  const asked = (id: string, call: string) =>
    fact('approval.requested', { approvalId: id, agent: 'a', tool: 'send', call, reason: 'r' })

  it('wait until they are decided, each by itself', () => {
    const turn = told(
      newTurn('x'),
      asked('1', 'tool:1:0'),
      asked('2', 'tool:1:1'),
      fact('approval.decided', { approvalId: '1', tool: 'send', status: 'denied', note: '' }),
    )
    expect(turn.approvals.map((one) => [one.id, one.call, one.status])).toEqual([
      ['2', 'tool:1:1', 'pending'],
      ['1', 'tool:1:0', 'denied'],
    ])
  })

  it('are known to be decided also where the question was not seen', () => {
    const turn = told(
      newTurn('x'),
      fact('approval.decided', { approvalId: '1', tool: 'send', status: 'approved', note: '' }),
    )
    expect(turn.approvals).toEqual([{ id: '1', call: null, tool: 'send', status: 'approved' }])
  })
})

describe('a message with several requests', () => {
  const handed = (to: string, query: string) =>
    fact('agent-delegation', { from: 'cleo-supervisor', to, query, decisionId: 'd' })

  it('is handed to each, and answered by who handed it over', () => {
    const one = told(newTurn('x'), handed('peter', 'sum'))
    expect(one.agent).toBe('peter')
    const both = told(one, handed('ski', 'snow'), handed('ski', 'snow'))
    expect(both.agent).toBe('cleo-supervisor')
    expect(both.delegations.map((each) => each.to)).toEqual(['peter', 'ski'])
  })
})
