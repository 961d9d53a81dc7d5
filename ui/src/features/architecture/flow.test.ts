import { describe, expect, it } from 'vitest'

import type { Schemas } from '@/client/api'
import { SUPERVISOR } from '@/lib/agents'
import { at } from '@/live/place.fixture'
import type { LiveFact } from '@/live/turns'

import { activities, afterFact, heldEdges, newFacts, NOTHING, pruned, synced, TRAVEL_MS, type Flow } from './flow'

const NOW = 1_000_000
let id = 0

function fact(kind: string, data: Record<string, unknown>, executionId = 'e1'): LiveFact {
  id += 1
  return { id, executionId, sequence: id, kind, agent: null, data, at: '2026-01-31T10:00:00Z' }
}
const started = (mode = 'supervised', execution = 'e1') =>
  fact('execution.started', { attempt: 1, mode, conversationId: 'c1', message: 'solve it' }, execution)
const delegated = (to: string, execution = 'e1') => fact('agent-delegation', { from: SUPERVISOR, to }, execution)
const done = (status: string, agent: string | null, execution = 'e1') =>
  fact('done', { status, agent, content: '' }, execution)
const after = (facts: LiveFact[], from: Flow = NOTHING) => facts.reduce((flow, one) => afterFact(flow, one, NOW), from)
const lit = (flow: Flow) => Object.keys(flow.pulses)

describe('what flows', () => {
  it('goes from the supervisor to the router and on to the agent, one after the other', () => {
    const flow = after([started(), delegated('peter')])
    expect(lit(flow)).toEqual([`${SUPERVISOR}>router`, 'router>peter'])
    const [first] = flow.pulses[`${SUPERVISOR}>router`]!
    const [second] = flow.pulses['router>peter']!
    expect(first!.begin).toBe(NOW)
    expect(second!.begin).toBeGreaterThan(first!.begin)
    expect(second!.end - second!.begin).toBe(TRAVEL_MS)
  })

  it('goes to review and answer at the end, and to review only once where it was reviewed', () => {
    const begun = after([started(), delegated('peter')])
    expect(lit(after([done('completed', 'peter')], begun))).toEqual([
      `${SUPERVISOR}>router`,
      'router>peter',
      'peter>review',
      'review>finalize',
    ])
    const reviewed = after(
      [fact('answer.reviewed', { agent: 'peter', verdict: 'accept' }), done('completed', 'peter')],
      begun,
    )
    expect(reviewed.pulses['peter>review']).toHaveLength(1)
    expect(reviewed.marks.review).toBeDefined()
  })

  it('does not pass supervisor and router in a direct run', () => {
    const flow = after([started('direct'), delegated('peter'), done('completed', 'peter')])
    expect(lit(flow)).toEqual(['peter>review', 'review>finalize'])
  })

  it('goes past the agents where nobody fits', () => {
    expect(lit(after([started(), delegated('finalize'), done('completed', null)]))).toEqual([
      `${SUPERVISOR}>router`,
      'router>finalize',
    ])
  })

  it('marks who failed and sends nothing on', () => {
    const flow = after([started(), delegated('peter'), done('failed', 'peter')])
    expect(flow.marks.peter!.kind).toBe('failed')
    expect(lit(flow)).not.toContain('review>finalize')
  })

  it('names the tool that an agent calls', () => {
    const flow = after([
      started(),
      delegated('peter'),
      fact('tool-execution', { agent: 'peter', tool: 'calculator', call: 'tool:1:0', arguments: {} }),
    ])
    expect(flow.marks.peter).toMatchObject({ kind: 'tool', label: 'calculator' })
  })

  it('shows nothing of what was before, but knows it', () => {
    const flow = afterFact(NOTHING, started(), NOW, true)
    expect(lit(flow)).toEqual([])
    expect(flow.runs.e1!.message).toBe('solve it')
  })
})

describe('what goes on', () => {
  it('holds the edge to who works under supervision, and lets go when it waits or ends', () => {
    const working = after([started(), delegated('peter')])
    expect([...heldEdges(working.runs)]).toEqual(['router>peter'])
    expect(heldEdges(after([fact('execution.waiting', { reason: 'Which one?' })], working).runs).size).toBe(0)
    expect(heldEdges(after([done('completed', 'peter')], working).runs).size).toBe(0)
    expect(heldEdges(after([started('direct'), delegated('peter')]).runs).size).toBe(0)
  })

  it('says who works, who waits, and how many for each', () => {
    const flow = after([
      started('supervised', 'e1'),
      delegated('peter', 'e1'),
      started('direct', 'e2'),
      delegated('peter', 'e2'),
      started('supervised', 'e3'),
      started('direct', 'e4'),
      delegated('ami', 'e4'),
      fact('execution.waiting', { reason: '?' }, 'e4'),
    ])
    expect(activities(flow.runs)).toEqual({
      peter: { state: 'working', count: 2 },
      [SUPERVISOR]: { state: 'working', count: 1 },
      ami: { state: 'waiting', count: 1 },
    })
  })

  it('drops what is over, and says when the next thing is', () => {
    const flow = after([started()])
    const during = pruned(flow, NOW + TRAVEL_MS - 1)
    expect(lit(during.flow)).toHaveLength(1)
    expect(during.next).toBe(NOW + TRAVEL_MS)
    const later = pruned(flow, NOW + 60_000)
    expect(later.flow.pulses).toEqual({})
    expect(later.flow.marks).toEqual({})
    expect(later.next).toBeNull()
  })
})

describe('synced', () => {
  const turn = (execution: string) =>
    ({
      id: execution,
      conversationId: 'c',
      message: 'before',
      mode: 'direct',
      agentId: 'ami',
      status: 'running',
      startedAt: null,
      waitingFor: null,
      tools: [] as Schemas['Turn']['tools'],
    }) as Schemas['Turn']

  it('learns of what began before the page was opened', () => {
    const flow = synced(NOTHING, [turn('e9')], NOW)
    expect(flow.runs.e9).toMatchObject({ agent: 'ami', message: 'before', status: 'running' })
  })

  it('forgets what the server no longer has, but not what has only just begun', () => {
    const flow = after([started('supervised', 'fresh')], synced(NOTHING, [turn('gone')], NOW))
    expect(Object.keys(synced(flow, [], NOW + 100).runs)).toEqual(['fresh'])
    expect(Object.keys(synced(flow, [], NOW + 60_000).runs)).toEqual([])
  })

  it('does not put back what events have told better', () => {
    const flow = after([started('supervised', 'e9'), done('completed', 'peter', 'e9')])
    expect(synced(flow, [turn('e9')], NOW).runs.e9!.status).toBe('completed')
  })
})

describe('newFacts', () => {
  it('returns what was added, also where old ones were dropped', () => {
    const facts = [started(), started(), started()]
    expect(newFacts(facts.slice(0, 2), facts.slice(1))).toEqual([facts[2]])
    expect(newFacts([], facts)).toEqual(facts)
    expect(newFacts(facts, [])).toEqual([])
  })
})

describe('helpers', () => {
  const spawn = (call: string, agent: string, parent = 'main') =>
    fact('helper-spawn', { agent, parent, call, task: 't', depth: 1 })
  const report = (call: string, agent: string) =>
    fact('helper-complete', { agent, call, result: 'r', iterations: 1, milliseconds: 1 })
  const begun = after([started(), delegated('main'), spawn('tool:1:0', 'research'), spawn('tool:1:1', 'code')])

  it('light the way from who calls them for as long as they work, each its own', () => {
    expect(lit(begun)).toEqual([`${SUPERVISOR}>router`, 'router>main', 'main>research', 'main>code'])
    expect([...heldEdges(begun.runs)]).toEqual(['router>main', 'main>research', 'main>code'])
    const one = after([report('tool:1:0', 'research')], begun)
    expect([...heldEdges(one.runs)]).toEqual(['router>main', 'main>code'])
  })

  it('are at work beside who called them, also twice in one run as one', () => {
    const twice = after([spawn('tool:1:2', 'code')], begun)
    expect(activities(twice.runs)).toMatchObject({
      main: { state: 'working', count: 1 },
      research: { state: 'working' },
      code: { state: 'working', count: 1 },
    })
    const over = after([done('completed', 'main')], begun)
    expect(activities(over.runs)).toEqual({})
    expect([...heldEdges(over.runs)]).toEqual([])
  })

  it('wait with the run that waits', () => {
    const flow = after([fact('execution.waiting', { reason: 'r' })], begun)
    expect(activities(flow.runs).code!.state).toBe('waiting')
    expect([...heldEdges(flow.runs)]).toEqual([])
  })

  it('show that they failed, and their caller goes on', () => {
    const flow = after(
      [fact('helper-error', { agent: 'code', call: 'tool:1:1', errorClass: 'budget', message: 'm' })],
      begun,
    )
    expect(flow.marks.code!.kind).toBe('failed')
    expect(activities(flow.runs).main!.state).toBe('working')
  })

  it('of helpers go out from the helper that calls them, also where its beginning was not seen', () => {
    const flow = after(
      [
        fact('helper-iteration', {
          agent: 'scribe',
          call: 'tool:1:1/tool:1:0',
          place: at(1, null, ['tool:1:1', 'tool:1:1/tool:1:0']),
          iteration: 1,
          limit: 4,
        }),
      ],
      begun,
    )
    expect([...heldEdges(flow.runs)]).toContain('code>scribe')
    const late = after([
      started(),
      delegated('main'),
      fact('helper-iteration', {
        agent: 'code',
        call: 'tool:1:0',
        place: at(2, null, ['tool:1:0']),
        iteration: 2,
        limit: 4,
      }),
    ])
    expect([...heldEdges(late.runs)]).toContain('main>code')
  })

  it('that run are known from what the server says is unfinished', () => {
    const tool = (key: string, status: string, kind = 'helper') => ({
      key,
      name: 'call_code_agent',
      helper: 'code',
      agentId: 'main',
      status,
      kind,
      error: null,
      milliseconds: null,
      task: 't',
    })
    const turn = {
      id: 'e9',
      conversationId: 'c',
      message: 'm',
      mode: 'direct',
      agentId: 'main',
      status: 'running',
      startedAt: null,
      waitingFor: null,
      tools: [tool('tool:1:0', 'running'), tool('tool:1:1', 'completed'), tool('tool:1:2', 'running', 'tool')],
    } as unknown as Schemas['Turn']
    expect(synced(NOTHING, [turn], NOW).runs.e9!.helpers).toMatchObject([
      { call: 'tool:1:0', agent: 'code', parent: 'main' },
    ])
  })
})
