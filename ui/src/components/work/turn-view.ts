import type { Message, Schemas, Step } from '@/client/api'
import type { Approval } from '@/components/approval'
import type { Lack } from '@/components/lacks/places'
import type { LiveTurn } from '@/live/turns'
import type { Why } from '@/lib/why'

import { isAsked, roundsOf, type Round, type ToolView } from './rounds'

export type Turn = Schemas['Turn']
export type Status = Turn['status']
/** A review as the turn keeps it, or as its event told it. */
export interface TurnReview {
  verdict: string
  reason: string
  cause: string | null
  why?: Why | null
}

/** Which model answered for others, and why each of those did not. */
export interface StandIn {
  model: string
  passedOver: readonly { model: string; errorClass: string; reason: Why }[]
}

/** A page that an answer cites. */
export interface CitedPage {
  url: string
  title: string
}

/** What a view takes from what is stored of an execution. */
export type StoredTurn = Pick<
  Turn,
  | 'status'
  | 'agentId'
  | 'mode'
  | 'decision'
  | 'tools'
  | 'waitingFor'
  | 'waitingWhy'
  | 'failure'
  | 'review'
  | 'standIn'
  | 'outcome'
  | 'startedAt'
  | 'endedAt'
> &
  Partial<Pick<Turn, 'cited'>>

export interface Delegation {
  id: string
  agent: string | null
  stage: Schemas['Stage']
  reason: string
  microseconds: number
  modelCalls: number
  matched: Schemas['TurnDecision']['matched']
  /** The requests of a message that was split, and who does each. */
  parts?: readonly { agent: string; text: string }[] | undefined
}

/** A turn as a person sees it: what is stored, and beyond that what the live events have told since. */
export interface TurnView {
  status: Status
  agentId: string | null
  mode: Schemas['Mode']
  decision: Delegation | null
  guidance: string | null
  rounds: Round[]
  /** What was thought before the answer, as far as it is known here. */
  thinking: string
  /** The answer, or what there is of it. */
  answer: string
  /** Whether more of the answer is coming. */
  streaming: boolean
  iteration: { iteration: number; limit: number } | null
  waitingFor: string | null
  waitingWhy: Why | null
  /** Whether a call waits for the person's word. */
  asks: boolean
  /** Whether it waits because nobody knows what became of a call. */
  unknown: boolean
  /** Something failed and is tried again. */
  retrying: { message: string; why?: Why | null } | null
  failure: { errorClass: string; message: string; lack?: Lack | null; why?: Why | null } | null
  review: TurnReview | null
  standIn: StandIn | null
  cited: readonly CitedPage[]
  /** It completed and did nothing for who asked. */
  unanswered: boolean
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
  // Events of something else about it, with no word of a worker.
  if (stored === 'waiting' && live.status === 'running' && !live.startedAt) return 'waiting'
  return live.status
}

/** Joins what is stored of a turn, its events, and its journal where that was read. */
export function viewOf(
  turn: StoredTurn | undefined,
  answer: Pick<Message, 'content' | 'agentId'> | undefined,
  live: LiveTurn | undefined,
  steps: readonly Step[] = [],
  approvals: readonly Approval[] = [],
): TurnView {
  // A message of no run, as a reminder is, is all that there is of its turn.
  const status = answer && !turn && !live ? 'completed' : statusOf(turn?.status, live)
  const rounds = roundsOf({ stored: turn?.tools ?? [], live, steps, approvals, over: isOver(status) })
  const calls = rounds.flatMap((round) => round.tools)
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
    thinking: last && !last.tools.length ? last.thinking : '',
    answer: finished ?? said,
    streaming: finished === null && status === 'running',
    iteration: live?.iteration ?? null,
    waitingFor: status === 'waiting' ? (live?.waitingFor ?? turn?.waitingFor ?? '') : null,
    waitingWhy: (live?.waitingFor ? live.waitingWhy : turn?.waitingWhy) ?? null,
    asks: calls.some(isAsked),
    unknown: status === 'waiting' && calls.some(isUnknown),
    retrying: status === 'running' && live?.error?.willRetry ? live.error : null,
    failure: failed
      ? (turn?.failure ?? {
          errorClass: live?.error?.errorClass ?? '',
          message: live?.answer ?? '',
          lack: live?.error?.lack ?? null,
          why: live?.error?.why ?? null,
        })
      : null,
    review: turn?.review ?? live?.review ?? null,
    standIn: turn?.standIn ?? live?.standIn ?? null,
    cited: turn?.cited?.length ? turn.cited : (live?.cited ?? []),
    unanswered: (turn?.outcome ?? live?.outcome) === 'unanswered',
    startedAt: turn?.startedAt ?? live?.startedAt ?? null,
    endedAt: turn?.endedAt ?? live?.endedAt ?? null,
  }
}

/** While nobody works on an execution, a call that had begun and not ended is one of which nobody knows the outcome. */
function isUnknown(tool: ToolView): boolean {
  if (tool.helper) return tool.helper.rounds.some((round) => round.tools.some(isUnknown))
  return tool.status === 'running'
}

function delegationOf(live: LiveTurn | undefined): Delegation | null {
  const told = live?.delegation
  if (!told) return null
  return {
    id: told.decisionId,
    agent: told.to === 'finalize' ? null : told.to,
    stage: told.stage as Delegation['stage'],
    reason: told.reason,
    microseconds: told.microseconds,
    modelCalls: told.modelCalls,
    matched: [],
    parts: live.delegations.length > 1 ? live.delegations.map((one) => ({ agent: one.to, text: one.query })) : [],
  }
}

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
