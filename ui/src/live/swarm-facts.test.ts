import { expect, test } from 'vitest'

import { at } from './place.fixture'
import { afterSwarmFact, type Doing } from './swarm-facts'
import type { LiveFact } from './turns'

const ANA = 'ana'
let number = 0

function fact(kind: string, data: Record<string, unknown> = {}, agent: string | null = ANA): LiveFact {
  number += 1
  return {
    id: number,
    executionId: 'turn',
    sequence: number,
    kind,
    agent,
    residentId: ANA,
    swarmId: 'solar',
    data: { swarm: 'solar', resident: ANA, ...data },
    at: '2026-01-01T00:00:00Z',
  }
}
const after = (...facts: LiveFact[]) =>
  facts.reduce<Readonly<Record<string, Doing>>>((all, one) => afterSwarmFact(all, one, 7), {})

test('a resident thinks, calls a tool, thinks again and falls asleep', () => {
  const woken = fact('resident.woken', { wokenBy: 'direct_message', room: 'r', mails: ['m'], attempt: 1 })
  const calls = fact('tool-execution', { call: 'tool:1:0', tool: 'bash', arguments: {} })
  const result = fact('agent.tool_result', { call: 'tool:1:0', tool: 'bash', result: '', error: null })
  const slept = fact('resident.slept', { outcome: 'done', unread: 0 })
  expect(after(woken)[ANA]).toEqual({
    swarm: 'solar',
    activity: 'thinking',
    tool: '',
    room: 'r',
    executionId: 'turn',
    at: 7,
  })
  expect(after(woken, calls)[ANA]).toMatchObject({ activity: 'calling', tool: 'bash', room: 'r' })
  expect(after(woken, calls, result)[ANA]).toMatchObject({ activity: 'thinking', tool: '', room: 'r' })
  expect(after(woken, calls, result, slept)[ANA]).toMatchObject({ activity: 'sleeping', room: null, executionId: null })
})

test('a turn that waits for a person or for another try keeps its execution', () => {
  const asked = fact('approval.requested', { approvalId: 'a', call: 'tool:1:0', tool: 'bash' })
  expect(after(asked, fact('resident.slept', { outcome: 'waiting' }))[ANA]).toMatchObject({
    activity: 'waiting',
    executionId: 'turn',
  })
  expect(after(fact('resident.slept', { outcome: 'retrying' }))[ANA]).toMatchObject({
    activity: 'retrying',
    executionId: 'turn',
  })
})

test("what helpers of a resident and agents of the roster do is not the resident's doing", () => {
  const woken = fact('resident.woken', { room: null })
  expect(
    after(
      woken,
      fact('tool-execution', { call: 'tool:1:0/tool:1:0', place: at(1, 0, ['tool:1:0']), tool: 'calculator' }),
    )[ANA]!.activity,
  ).toBe('thinking')
  expect(after(fact('tool-execution', { call: 'tool:1:0', tool: 'calculator' }, 'peter-math'))).toEqual({})
})

test('what was seen of a resident or a swarm that was changed by a person is forgotten', () => {
  const woken = fact('resident.woken', { room: null })
  expect(after(woken, fact('resident.changed', { change: 'paused' }))).toEqual({})
  expect(after(woken, fact('swarm.changed', { change: 'stopped' }, null))).toEqual({})
  expect(after(woken, fact('swarm.changed', { swarm: 'other', change: 'stopped' }, null))).toHaveProperty([ANA])
})
