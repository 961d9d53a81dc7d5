import { expect, test } from 'vitest'

import type { Approval } from '@/components/approval'
import { at } from '@/live/place.fixture'
import { newTurn, type LiveTurn } from '@/live/turns'

import type { TurnEntry } from '../types'
import { gistOf, partsOf, type CallPart, type Sources } from './parts'

const entry = (kind: TurnEntry['kind'], fields: Partial<TurnEntry> = {}) => ({ kind, ...fields }) as TurnEntry
const STORED = [
  entry('mail', { mailId: 'm1', sender: 'person', text: 'What time is it?' }),
  entry('mail', { mailId: 'm2', sender: 'ben@solar', text: 'Tell me too.' }),
  entry('thought', { text: 'I ask the clock.', place: at(1) }),
  entry('call', { tool: 'clock', callId: 'tool:1:0', place: at(1, 0), arguments: { zone: 'UTC' } }),
  entry('call', { tool: 'send', callId: 'tool:1:1', place: at(1, 1), arguments: { to: 'Ben', content: 'Wait.' } }),
  entry('result', { tool: 'clock', callId: 'tool:1:0', place: at(1, 0), result: '12:00' }),
  entry('result', { tool: 'send', callId: 'tool:1:1', place: at(1, 1), result: {}, mailId: 'm3' }),
  entry('said', { text: 'It is noon.', mailId: 'm4', place: at(2) }),
]
const parts = (sources: Partial<Sources>) =>
  partsOf({ entries: [], live: undefined, approvals: [], over: true, ...sources })
const outline = (sources: Partial<Sources>) =>
  parts(sources).map((part) => (part.kind === 'call' ? `${part.tool} ${part.status}` : part.kind))
const live = (fields: Partial<LiveTurn>): LiveTurn => ({ ...newTurn('turn'), ...fields })

test('what is thought and which call is coming shows before anything is stored', () => {
  const told = live({
    openCall: 'model:1',
    thoughts: [{ call: 'model:1', place: at(1), agent: 'ana@solar', text: 'Whom to ask?' }],
    coming: [{ call: 'model:1', step: 'tool:1:0', place: at(1, 0), name: 'send', agent: 'ana@solar', text: '{"to"' }],
  })
  expect(parts({ entries: [], live: told, over: false })).toMatchObject([
    { kind: 'thinking', text: 'Whom to ask?', streaming: true },
    { kind: 'call', tool: 'send', coming: '{"to"', status: 'running' },
  ])
})

test('a stored turn tells what was read, thought, called and said, in order', () => {
  expect(outline({ entries: STORED })).toEqual(['read', 'thought', 'clock completed', 'send completed', 'said'])
  const [read, , clock, send] = parts({ entries: STORED })
  expect(read).toMatchObject({ mails: [{ sender: 'person' }, { sender: 'ben@solar' }] })
  expect(clock).toMatchObject({ arguments: { zone: 'UTC' }, result: '12:00' })
  expect(send).toMatchObject({ mailId: 'm3' })
})

test('events go on where what is stored ends', () => {
  const now = live({
    texts: [
      { call: 'model:1', place: at(1), agent: 'ana@solar', text: 'I ask' },
      { call: 'model:2', place: at(2), agent: 'ana@solar', text: 'It is no' },
    ],
    openCall: 'model:2',
    tools: [{ call: 'tool:1:0', place: at(1, 0), name: 'clock', agent: 'ana@solar', arguments: {}, status: 'running' }],
  })
  const all = parts({ entries: STORED.slice(0, 7), live: now, over: false })
  expect(all.map((part) => part.kind)).toEqual(['read', 'thought', 'call', 'call', 'thought'])
  expect(all[1]).toMatchObject({ text: 'I ask the clock.' })
  expect(all[2]).toMatchObject({ status: 'completed' })
  expect(all[4]).toMatchObject({ text: 'It is no', streaming: true })
})

test('what events told of a turn that is over gives way to what is stored', () => {
  expect(
    outline({
      entries: STORED.slice(0, 4),
      live: live({ texts: [{ call: 'model:9', place: at(9), agent: '', text: 'x' }] }),
      over: true,
    }),
  ).toEqual(['read', 'thought', 'clock stopped'])
})

test('a call that waits for a person shows the question, and no longer once it is made', () => {
  const approval = {
    id: 'a',
    stepKey: 'tool:1:0',
    place: at(1, 0),
    tool: 'bash',
    arguments: { command: 'ls' },
    status: 'pending',
  } as unknown as Approval
  expect(outline({ approvals: [approval], over: false })).toEqual(['bash asked'])
  expect(outline({ entries: STORED, approvals: [approval], over: false })[2]).toBe('clock completed')
})

test("a failed call tells why, and what helpers do within a call is not the resident's own", () => {
  const failed = [
    entry('call', { tool: 'bash', callId: 'tool:1:0', place: at(1, 0), arguments: 'odd' }),
    entry('result', { tool: 'bash', callId: 'tool:1:0', place: at(1, 0), error: 'no' }),
  ]
  expect(parts({ entries: failed })[0]).toMatchObject({ status: 'failed', error: 'no', arguments: {} })
  const helper = live({
    tools: [
      {
        call: 'tool:1:0/tool:1:0',
        place: at(1, 0, ['tool:1:0']),
        name: 'x',
        agent: '',
        arguments: {},
        status: 'running',
      },
    ],
  })
  expect(parts({ live: helper, over: false })).toEqual([])
})

test('a call says in a few words what it is about', () => {
  const call = (tool: string, given: Record<string, unknown>) => ({ tool, arguments: given }) as CallPart
  expect(gistOf(call('create', { role: 'researcher', guidance: 'Find out.', name: 'Ben' }))).toBe('Ben, researcher')
  expect(gistOf(call('create', { role: 'researcher', name: '' }))).toBe('researcher')
  expect(gistOf(call('bash', { command: 'ls -la\ncat x' }))).toBe('ls -la')
  expect(gistOf(call('clock', { zone: { name: 'UTC' } }))).toBe('')
})
