import type { Message, Schemas, Step } from '@/client/api'
import type { LiveTurn } from '@/live/turns'

export type Turn = Schemas['Turn']
export type Status = Turn['status']

/** A tool call, as far as it is known here; arguments and result of past calls are read when it is opened. */
export interface ToolView {
  key: string
  name: string
  agentId: string | null
  status: 'running' | 'completed' | 'failed'
  error: string | null
  milliseconds: number | null
  arguments?: Record<string, unknown>
  result?: unknown
}

/** One round of an agent: what it said before it called tools, and the calls. */
export interface Round {
  name: string
  text: string
  tools: ToolView[]
}

export interface Delegation {
  id: string
  agent: string | null
  stage: Schemas['Stage']
  reason: string
  microseconds: number
  modelCalls: number
  matched: Schemas['TurnDecision']['matched']
}

/** A turn as a person sees it: what is stored, and beyond that what the live events have told since. */
export interface TurnView {
  status: Status
  agentId: string | null
  mode: Schemas['Mode']
  decision: Delegation | null
  guidance: string | null
  rounds: Round[]
  /** The answer, or what there is of it. */
  answer: string
  /** Whether more of the answer is coming. */
  streaming: boolean
  iteration: { iteration: number; limit: number } | null
  waitingFor: string | null
  /** Something failed and is tried again. */
  retrying: string | null
  failure: { errorClass: string; message: string } | null
  review: { verdict: string; reason: string } | null
  startedAt: string | null
  endedAt: string | null
}

const OVER = new Set<string>(['completed', 'failed', 'cancelled'])

export const isOver = (status: string): boolean => OVER.has(status)

/** Returns how a turn stands: what is over stays over; otherwise events are ahead of what was read. */
export function statusOf(stored: Status | undefined, live: LiveTurn | undefined): Status {
  if (stored && isOver(stored)) return stored
  if (!live) return stored ?? 'pending'
  // It was told to go on, and no worker has begun yet.
  if (live.status === 'waiting' && stored === 'pending') return 'pending'
  return live.status
}

/** Joins what is stored of a turn, its events, and its journal where that was read. */
export function viewOf(
  turn: Turn | undefined, answer: Message | undefined, live: LiveTurn | undefined, steps: readonly Step[] = [],
): TurnView {
  const status = statusOf(turn?.status, live)
  const rounds = roundsOf(turn?.tools ?? [], live, steps)
  const last = rounds.at(-1)
  const said = last && !last.tools.length ? last.text : ''
  const finished = answer?.content ?? (live?.status === 'completed' ? live.answer : null)
  const failed = status === 'failed'
  return {
    status,
    agentId: turn?.agentId ?? live?.agent ?? (answer?.agentId || null),
    mode: turn?.mode ?? (live?.mode === 'direct' ? 'direct' : 'supervised'),
    decision: turn?.decision ?? delegationOf(live),
    guidance: live?.guidance ?? null,
    rounds: rounds.filter((round) => round.tools.length > 0),
    answer: finished ?? said,
    streaming: finished === null && status === 'running',
    iteration: live?.iteration ?? null,
    waitingFor: status === 'waiting' ? (live?.waitingFor ?? turn?.waitingFor ?? '') : null,
    retrying: status === 'running' && live?.error?.willRetry ? live.error.message : null,
    failure: failed
      ? (turn?.failure ?? { errorClass: live?.error?.errorClass ?? '', message: live?.answer ?? '' })
      : null,
    review: turn?.review ?? live?.review ?? null,
    startedAt: turn?.startedAt ?? live?.startedAt ?? null,
    endedAt: turn?.endedAt ?? live?.endedAt ?? null,
  }
}

function delegationOf(live: LiveTurn | undefined): Delegation | null {
  const told = live?.delegation
  if (!told) return null
  return {
    id: told.decisionId, agent: told.to === 'finalize' ? null : told.to, stage: told.stage as Delegation['stage'],
    reason: told.reason, microseconds: told.microseconds, modelCalls: told.modelCalls, matched: [],
  }
}

/** Returns the rounds in order; the journal's keys name them: `model:2`, `tool:2:1`, `model:revision-1`. */
function roundsOf(tools: Turn['tools'], live: LiveTurn | undefined, steps: readonly Step[]): Round[] {
  const rounds = new Map<string, Round>()
  const round = (name: string) => {
    const found = rounds.get(name) ?? { name, text: '', tools: [] }
    rounds.set(name, found)
    return found
  }
  for (const step of steps) {
    if (step.kind === 'model') round(nameOf(step.key)).text = textOf(step)
    if (step.kind === 'callable') round('1').text = String(step.output?.content ?? '')
  }
  // A later attempt of the same call comes later, and stands for the earlier one.
  for (const { call, text } of live?.texts ?? []) round(nameOf(call)).text = text
  for (const tool of allTools(tools, live, steps)) round(nameOf(tool.key)).tools.push(tool)
  const ordered = [...rounds.values()].sort((a, b) => orderOf(a.name) - orderOf(b.name))
  // The answer that the supervisor sent back is no longer one.
  const revised = ordered.some((one) => one.name.startsWith('revision-') && one.text)
  return revised ? ordered.filter((one) => one.tools.length || one.name.startsWith('revision-')) : ordered
}

function allTools(stored: Turn['tools'], live: LiveTurn | undefined, steps: readonly Step[]): ToolView[] {
  const found = new Map<string, ToolView>()
  for (const tool of stored) found.set(tool.key, { ...tool })
  for (const step of steps) {
    if (step.kind !== 'tool') continue
    const before = found.get(step.key)
    found.set(step.key, {
      key: step.key, name: step.name ?? '', agentId: step.agentId, status: step.status, error: step.error ?? null,
      milliseconds: before?.milliseconds ?? null, arguments: step.input ?? {}, result: resultOf(step),
    })
  }
  for (const tool of live?.tools ?? []) {
    const before = found.get(tool.call)
    if (before && before.status !== 'running' && tool.status === 'running') continue
    found.set(tool.call, {
      key: tool.call, name: tool.name, agentId: tool.agent, status: tool.status, error: tool.error ?? null,
      milliseconds: tool.milliseconds ?? null, arguments: tool.arguments, result: tool.result,
    })
  }
  return [...found.values()].sort((a, b) => indexOf(a.key) - indexOf(b.key))
}

/** What a journaled call returned. */
export function resultOf(step: Step): unknown {
  return step.output && 'result' in step.output ? step.output.result : (step.output ?? undefined)
}

/** What a model said in a journaled call. */
export function textOf(step: Step): string {
  const response = step.output?.response as { parts?: { part_kind?: string; content?: unknown }[] } | undefined
  return (response?.parts ?? []).flatMap((part) => (part.part_kind === 'text' ? [String(part.content)] : [])).join('')
}

function nameOf(key: string): string {
  const [kind, name = ''] = key.split(':')
  return kind === 'callable' ? '1' : name.replace(/@\d+$/, '')
}

function orderOf(name: string): number {
  const number = Number(/\d+$/.exec(name)?.[0] ?? 0)
  return name.startsWith('revision-') ? 1_000_000 + number : number
}

const indexOf = (key: string): number => Number(key.split(':')[2] ?? 0)

/** What a conversation shows one after the other. */
export interface Row {
  /** The execution, or the message where none is known. */
  id: string
  turn: Turn | undefined
  question: Message | undefined
  answer: Message | undefined
}

/** Puts the messages and turns of a thread together, in the order in which the person spoke. */
export function rowsOf(messages: readonly Message[], turns: readonly Turn[]): Row[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]))
  const rows = new Map<string, Row>()
  for (const message of messages) {
    const id = message.executionId ?? message.id
    const row = rows.get(id) ?? { id, turn: byId.get(id), question: undefined, answer: undefined }
    rows.set(id, message.author === 'user' ? { ...row, question: message } : { ...row, answer: message })
  }
  return [...rows.values()]
}
