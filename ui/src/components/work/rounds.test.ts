import { describe, expect, it } from 'vitest'

import type { Step } from '@/client/api'
import type { Approval } from '@/components/approval'
import type { Place } from '@/live/place'
import { at } from '@/live/place.fixture'
import { newTurn, type LiveHelper, type LiveTurn } from '@/live/turns'

import { branchesOf } from './branches'
import { isAsked, roundsOf, type Sources, type ToolView } from './rounds'

const live = (changes: Partial<LiveTurn>): LiveTurn => ({ ...newTurn('x'), ...changes })
const text = (call: string, place: Place, said: string) => ({ call, place, agent: 'a', text: said })
const tool = (
  call: string,
  place: Place,
  name = 'calculator',
  status: 'running' | 'completed' | 'failed' = 'completed',
  result: unknown = '1',
) => ({
  call,
  place,
  name,
  agent: 'a',
  arguments: name.startsWith('call_') ? { task: `Do ${name}` } : {},
  status,
  result,
  error: null,
  milliseconds: 2,
})
const helper = (call: string, agent: string, changes: Partial<LiveHelper> = {}): LiveHelper => ({
  call,
  agent,
  parent: 'main',
  task: `Do ${agent}`,
  status: 'running',
  iteration: null,
  ...changes,
})
const stored = (
  key: string,
  place: Place,
  name: string,
  kind: 'tool' | 'helper',
  status: 'running' | 'completed' | 'failed' = 'completed',
  helper = 'code',
) => ({
  key,
  place,
  name,
  kind,
  status,
  agentId: 'main',
  helper: kind === 'helper' ? helper : null,
  error: null,
  milliseconds: 5,
  task: kind === 'helper' ? 'The task' : null,
  charted: false,
  undo: null,
})
const asked = (stepKey: string, place: Place, status: Approval['status'] = 'pending') =>
  ({ id: stepKey, stepKey, place, tool: 'send', agentId: 'a', arguments: { to: 'ana' }, status }) as unknown as Approval
const rounds = (sources: Partial<Sources>) =>
  roundsOf({ stored: [], live: undefined, steps: [], approvals: [], over: false, ...sources })
const calls = (sources: Partial<Sources>): ToolView[] => rounds(sources).flatMap((round) => round.tools)

describe('where a call is undone', () => {
  it('is known from what is stored, from the journal and live', () => {
    const undo = '/api/things/n1/restore'
    expect(calls({ stored: [{ ...stored('tool:1:0', at(1, 0), 'deleteThing', 'tool'), undo }] })[0]!.undo).toBe(undo)
    const made = { ...tool('tool:1:0', at(1, 0), 'deleteThing', 'completed', { id: 'n1' }), undo }
    expect(calls({ live: live({ tools: [made] }) })[0]!.undo).toBe(undo)
    const step = { key: 'tool:1:0', kind: 'tool', name: 'deleteThing', status: 'completed', place: at(1, 0) }
    const steps = [{ ...step, output: { result: {}, undo } }] as unknown as Step[]
    expect(calls({ steps })[0]!.undo).toBe(undo)
  })

  it('is nowhere unless it is said, whatever the result', () => {
    const made = tool('tool:1:0', at(1, 0), 'deleteThing', 'completed', { undo: '/api/x', id: 'n1' })
    expect(calls({ live: live({ tools: [made] }) })[0]!.undo ?? null).toBeNull()
  })
})

describe('what a model is about to do', () => {
  it('is a call whose arguments grow, until it is made', () => {
    const coming = [
      { call: 'model:1@1', step: 'tool:1:0', place: at(1, 0), name: 'calculator', agent: 'a', text: '{"a' },
    ]
    const thoughts = [text('model:1@1', at(1), 'Two and two')]
    expect(rounds({ live: live({ thoughts, coming }) })).toMatchObject([
      { thinking: 'Two and two', text: '', tools: [{ key: 'tool:1:0', status: 'running', coming: '{"a' }] },
    ])
    const begun = calls({ live: live({ tools: [tool('tool:1:0', at(1, 0))], coming }) })
    expect(begun.map(({ key, coming }) => [key, coming])).toEqual([['tool:1:0', undefined]])
  })
})

describe('what helpers do', () => {
  const two = live({
    tools: [
      tool('tool:1:1', at(1, 1), 'call_code_agent', 'running'),
      tool('tool:1:0', at(1, 0), 'call_research_agent', 'running'),
      tool('tool:1:0/tool:1:0', at(1, 0, ['tool:1:0']), 'fetch'),
    ],
    helpers: [helper('tool:1:1', 'code'), helper('tool:1:0', 'research', { iteration: { iteration: 2, limit: 4 } })],
    texts: [
      text('model:1@1', at(1), 'I ask both.'),
      text('tool:1:0/model:1@1', at(1, null, ['tool:1:0']), 'First I look.'),
      text('tool:1:1/model:1@1', at(1, null, ['tool:1:1']), 'It pri'),
      text('tool:1:0/model:2@1', at(2, null, ['tool:1:0']), 'express is'),
    ],
  })

  it('stands inside the call that woke them, in the order of the calls and not in that of the pieces', () => {
    expect(rounds({ live: two })).toMatchObject([
      {
        text: 'I ask both.',
        tools: [
          {
            key: 'tool:1:0',
            helper: {
              agentId: 'research',
              report: 'express is',
              streaming: true,
              iteration: { iteration: 2 },
              rounds: [{ text: 'First I look.', tools: [{ key: 'tool:1:0/tool:1:0', name: 'fetch' }] }],
            },
          },
          { key: 'tool:1:1', helper: { agentId: 'code', task: 'Do call_code_agent', report: 'It pri', rounds: [] } },
        ],
      },
    ])
  })

  it('is never taken for the words of who called them', () => {
    expect(rounds({ live: two }).map((round) => round.text)).toEqual(['I ask both.'])
  })

  it('ends with the report, which stands for what was streamed of it', () => {
    const done = live({
      tools: [tool('tool:1:0', at(1, 0), 'call_code_agent', 'completed', 'The report.')],
      helpers: [helper('tool:1:0', 'code', { status: 'completed', result: 'The report.', milliseconds: 9 })],
      texts: [text('tool:1:0/model:1@1', at(1, null, ['tool:1:0']), 'The rep')],
    })
    expect(calls({ live: done })[0]!.helper).toMatchObject({ report: 'The report.', streaming: false })
  })

  it('nests a helper of a helper once more', () => {
    const deep = live({
      tools: [
        tool('tool:1:0', at(1, 0), 'call_a_agent', 'running'),
        tool('tool:1:0/tool:2:0', at(2, 0, ['tool:1:0']), 'call_b_agent', 'running'),
      ],
      helpers: [helper('tool:1:0', 'a'), helper('tool:1:0/tool:2:0', 'b')],
      texts: [text('tool:1:0/tool:2:0/model:1@1', at(1, null, ['tool:1:0', 'tool:1:0/tool:2:0']), 'deep')],
    })
    expect(calls({ live: deep })[0]!.helper!.rounds[0]!.tools[0]!.helper).toMatchObject({
      agentId: 'b',
      report: 'deep',
    })
  })

  it('is the same from what is stored', () => {
    const steps = [
      {
        key: 'tool:1:0',
        place: at(1, 0),
        kind: 'helper',
        name: 'call_code_agent',
        helper: 'code',
        agentId: 'main',
        status: 'completed',
        input: { task: 'The whole task' },
        output: { result: 'Report' },
      },
      {
        key: 'tool:1:0/model:1',
        place: at(1, null, ['tool:1:0']),
        kind: 'model',
        output: { response: { parts: [{ part_kind: 'text', content: 'Hm.' }] } },
      },
      {
        key: 'tool:1:0/tool:1:0',
        place: at(1, 0, ['tool:1:0']),
        kind: 'tool',
        name: 'run_js',
        agentId: 'code',
        status: 'failed',
        error: 'No.',
        input: { code: '1' },
      },
    ] as unknown as Step[]
    const turn = [
      stored('tool:1:0', at(1, 0), 'call_code_agent', 'helper'),
      stored('tool:1:0/tool:1:0', at(1, 0, ['tool:1:0']), 'run_js', 'tool', 'failed'),
    ]
    expect(calls({ stored: turn })[0]!.helper).toMatchObject({ agentId: 'code', task: 'The task', known: false })
    expect(calls({ stored: turn, steps })[0]!.helper).toMatchObject({
      task: 'The whole task',
      report: 'Report',
      known: true,
      rounds: [{ text: 'Hm.', tools: [{ name: 'run_js', status: 'failed', error: 'No.' }] }],
    })
  })

  it('is not seen in a tool that only has the name of one', () => {
    expect(calls({ stored: [stored('tool:1:0', at(1, 0), 'call_code_agent', 'tool')] })[0]!.helper).toBeUndefined()
  })

  it('never goes on once the execution is over', () => {
    const cut = {
      live: live({
        tools: [tool('tool:1:0', at(1, 0), 'call_code_agent', 'running')],
        helpers: [helper('tool:1:0', 'code')],
      }),
      over: true,
    }
    expect(calls(cut)[0]).toMatchObject({ status: 'stopped', helper: { streaming: false } })
  })
})

describe('a call that waits for the person', () => {
  it('stands at its place among its siblings until it has begun', () => {
    const turn = [stored('tool:1:0', at(1, 0), 'a', 'tool'), stored('tool:1:2', at(1, 2), 'c', 'tool')]
    expect(
      calls({ stored: turn, approvals: [asked('tool:1:1', at(1, 1))] }).map((one) => [one.key, one.status]),
    ).toEqual([
      ['tool:1:0', 'completed'],
      ['tool:1:1', 'asked'],
      ['tool:1:2', 'completed'],
    ])
    const begun = [...turn, stored('tool:1:1', at(1, 1), 'send', 'tool', 'running')]
    expect(calls({ stored: begun, approvals: [asked('tool:1:1', at(1, 1), 'used')] })[1]).toMatchObject({
      status: 'running',
      name: 'send',
    })
  })

  it('inside a helper makes the helper wait', () => {
    const turn = [stored('tool:1:0', at(1, 0), 'call_code_agent', 'helper', 'running')]
    const [call] = calls({ stored: turn, approvals: [asked('tool:1:0/tool:1:0', at(1, 0, ['tool:1:0']))] })
    expect(call).toMatchObject({
      helper: { waits: true, rounds: [{ tools: [{ status: 'asked', arguments: { to: 'ana' } }] }] },
    })
    expect(isAsked(call!)).toBe(true)
    const [after] = calls({ stored: turn, approvals: [asked('tool:1:0/tool:1:0', at(1, 0, ['tool:1:0']), 'approved')] })
    expect(isAsked(after!)).toBe(false)
  })

  it('is never out of sight, also where the helper that asks is not known', () => {
    expect(calls({ approvals: [asked('tool:2:0/tool:1:0', at(1, 0, ['tool:2:0']))] })).toMatchObject([
      { key: 'tool:2:0/tool:1:0', status: 'asked' },
    ])
  })

  it('is gone with the execution', () => {
    expect(
      calls({ approvals: [asked('tool:1:0', at(1, 0)), asked('tool:1:1', at(1, 1), 'withdrawn')], over: true }),
    ).toEqual([])
  })
})

describe('the steps of an execution', () => {
  it('stand below the call of the helper that made them', () => {
    const below: Record<string, string[]> = {
      one: [],
      call: [],
      asked: ['call'],
      again: ['call'],
      deep: ['call', 'again'],
      alone: ['lost'],
    }
    const steps = Object.entries(below).map(([key, path]) => ({ key, place: at(1, null, path) }) as Step)
    const names = (branches: ReturnType<typeof branchesOf>): unknown[] =>
      branches.map(({ step, below }) => (below.length ? [step.key, names(below)] : step.key))
    expect(names(branchesOf(steps))).toEqual(['one', ['call', ['asked', ['again', ['deep']]]], 'alone'])
  })
})

describe('a message with several requests', () => {
  it('is joined after its parts, whatever was said first', () => {
    const texts = [{ call: 'model:join-1@1', place: at(1, null, [], 'join'), agent: 'cleo', text: 'All of it' }]
    const live = { texts, tools: [], helpers: [] } as unknown as LiveTurn
    const parts = [
      stored('part:1', at(1), 'call_peter_agent', 'helper', 'completed', 'peter'),
      stored('part:2', at(2), 'call_ski_agent', 'helper', 'completed', 'ski'),
    ]
    const rounds = roundsOf({ stored: parts, live, steps: [], approvals: [], over: false })
    expect(rounds.map((round) => [round.tools.map((tool) => tool.helper?.agentId), round.text])).toEqual([
      [['peter'], ''],
      [['ski'], ''],
      [[], 'All of it'],
    ])
  })

  it('shows only the last of its joined answers', () => {
    const texts = [
      { call: 'model:join-1@1', place: at(1, null, [], 'join'), agent: 'cleo', text: 'First' },
      { call: 'model:join-again-1@1', place: at(1, null, [], 'rejoin'), agent: 'cleo', text: 'Better' },
    ]
    const live = { texts, tools: [], helpers: [] } as unknown as LiveTurn
    expect(roundsOf({ stored: [], live, steps: [], approvals: [], over: false }).map((round) => round.text)).toEqual([
      'Better',
    ])
  })
})
