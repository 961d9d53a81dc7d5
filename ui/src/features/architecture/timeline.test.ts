import { describe, expect, it } from 'vitest'

import type { Step } from '@/client/api'
import type { Place } from '@/live/place'
import { at } from '@/live/place.fixture'
import type { LiveFact } from '@/live/turns'

import { barsOf, spanOf, ticksOf } from './timeline'

const T0 = Date.parse('2026-01-31T10:00:00Z')
const iso = (milliseconds: number) => new Date(T0 + milliseconds).toISOString()
const fact = (kind: string, when: number, data: Record<string, unknown>): LiveFact => ({
  id: when,
  executionId: 'e',
  sequence: when,
  kind,
  agent: null,
  data,
  at: iso(when),
})
const step = (
  key: string,
  place: Place,
  kind: Step['kind'],
  from: number,
  to: number | null,
  more: Partial<Step> = {},
): Step => ({
  key,
  place,
  kind,
  agentId: 'peter',
  status: to === null ? 'running' : 'completed',
  attempt: 1,
  name: '',
  input: {},
  output: null,
  error: null,
  usage: { inputTokens: 0, outputTokens: 0, modelCalls: 0, toolCalls: 0, cost: 0 },
  startedAt: iso(from),
  endedAt: to === null ? null : iso(to),
  position: 1,
  ...more,
})
const call = fact('model-call', 10, { agent: 'peter', model: 'm', call: 'model:1@1', step: 'model:1', place: at(1) })
const response = fact('model-response', 510, {
  agent: 'peter',
  model: 'm',
  call: 'model:1@1',
  step: 'model:1',
  place: at(1),
  text: 'Hm.',
  milliseconds: 500,
})
const tool = fact('tool-execution', 520, {
  agent: 'peter',
  tool: 'calculator',
  call: 'tool:1:0',
  place: at(1, 0),
  arguments: { expression: '1+1' },
})
const result = fact('agent.tool_result', 540, {
  agent: 'peter',
  tool: 'calculator',
  call: 'tool:1:0',
  place: at(1, 0),
  result: 2,
  error: null,
  milliseconds: 20,
})

describe('barsOf', () => {
  it('tells running steps from their events', () => {
    const bars = barsOf([], [call, response, tool])
    expect(
      bars.map((bar) => [bar.key, bar.kind, bar.start - T0, bar.end === null ? null : bar.end - T0, bar.status]),
    ).toEqual([
      ['model:1', 'model', 10, 510, 'completed'],
      ['tool:1:0', 'tool', 520, null, 'running'],
    ])
    expect(bars[1]!.input).toEqual({ expression: '1+1' })
  })

  it('keeps what went into a call when its result comes', () => {
    const [bar] = barsOf([], [tool, result])
    expect(bar).toMatchObject({ input: { expression: '1+1' }, output: { result: 2 }, status: 'completed', error: null })
  })

  it('shows a failed call with its reason', () => {
    const [bar] = barsOf([], [tool, { ...result, data: { ...result.data, error: 'No such unit.' } }])
    expect(bar).toMatchObject({ status: 'failed', error: 'No such unit.' })
  })

  it('takes a stored step and its events for one', () => {
    const bars = barsOf([step('model:1', at(1), 'model', 10, 512, { output: { text: 'Hm.' } })], [call, response])
    expect(bars).toHaveLength(1)
    expect(bars[0]!.end).toBe(T0 + 512)
  })

  it('believes an event over what was read before it', () => {
    const bars = barsOf([step('tool:1:0', at(1, 0), 'tool', 520, null, { name: 'calculator' })], [result])
    expect(bars[0]).toMatchObject({ end: T0 + 540, status: 'completed' })
  })

  it('ends what was open when the execution ends', () => {
    const bars = barsOf([], [call, fact('done', 900, { status: 'cancelled', agent: 'peter' })])
    expect(bars.map((bar) => [bar.key, bar.end! - T0, bar.status])).toEqual([['model:1', 900, 'failed']])
  })

  it('puts steps in the order in which they began', () => {
    const bars = barsOf(
      [step('model:2', at(2), 'model', 600, 700), step('model:1', at(1), 'model', 10, 500)],
      [fact('agent-delegation', 5, { to: 'peter' })],
    )
    expect(bars.map((bar) => bar.key)).toEqual(['router', 'model:1', 'model:2'])
  })
})

describe('the steps of helpers', () => {
  const called = (key: string, place: Place, tool: string, when: number, helper: string | null = null) =>
    fact('tool-execution', when, { agent: 'main', tool, call: key, place, arguments: {}, helper })
  const asked = (step: string, place: Place, when: number) =>
    fact('model-call', when, { agent: 'a', model: 'm', call: `${step}@1`, step, place })

  it('stand after the call that woke them, though two helpers work at the same time', () => {
    const bars = barsOf(
      [],
      [
        called('tool:1:0', at(1, 0), 'call_research_agent', 10, 'research'),
        called('tool:1:1', at(1, 1), 'call_code_agent', 11, 'code'),
        asked('tool:1:0/model:1', at(1, null, ['tool:1:0']), 12),
        asked('tool:1:1/model:1', at(1, null, ['tool:1:1']), 13),
        called('tool:1:0/tool:1:0', at(1, 0, ['tool:1:0']), 'fetch', 14),
        asked('model:2', at(2), 20),
      ],
    )
    expect(bars.map((bar) => [bar.key, bar.kind])).toEqual([
      ['tool:1:0', 'helper'],
      ['tool:1:0/model:1', 'model'],
      ['tool:1:0/tool:1:0', 'tool'],
      ['tool:1:1', 'helper'],
      ['tool:1:1/model:1', 'model'],
      ['model:2', 'model'],
    ])
  })

  it('stand by themselves where the call is not known', () => {
    expect(barsOf([], [asked('tool:1:0/model:1', at(1, null, ['tool:1:0']), 12)]).map((bar) => bar.key)).toEqual([
      'tool:1:0/model:1',
    ])
  })
})

describe('spanOf', () => {
  it('goes on to now while something runs, and to the end once it is over', () => {
    const bars = barsOf([], [call])
    expect(spanOf(bars, iso(0), null, T0 + 4000)).toEqual({ from: T0, to: T0 + 4000 })
    expect(spanOf(bars, iso(0), iso(800), T0 + 4000)).toEqual({ from: T0, to: T0 + 800 })
  })

  it('has a length even where nothing has happened', () => {
    const { from, to } = spanOf([], null, null, T0)
    expect(to).toBeGreaterThan(from)
  })
})

describe('ticksOf', () => {
  it('gives a few round numbers within the length', () => {
    expect(ticksOf(5400)).toEqual([0, 2000, 4000])
    expect(ticksOf(640)).toEqual([0, 500])
    expect(ticksOf(600)).toEqual([0, 200, 400, 600])
    for (const length of [1, 3, 17, 999, 61_000, 3_600_000]) {
      const ticks = ticksOf(length)
      expect(ticks.length).toBeLessThanOrEqual(4)
      expect(ticks.at(-1)!).toBeLessThanOrEqual(length)
    }
  })
})
