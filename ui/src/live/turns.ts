import type { EventData, EventKind, FactKind, Lack, Reason } from '@/client/events'

import { depthOf, placeOf, type Place } from './place'

export type PieceKind = Exclude<EventKind, FactKind>

/** A tool call of a running execution. */
export interface LiveTool {
  /** Which call; it is the key of its step. */
  call: string
  place: Place
  name: string
  agent: string
  /** The agent that it calls as a helper; nothing of any other tool. */
  helper?: string | null
  arguments: Record<string, unknown>
  status: 'running' | 'completed' | 'failed'
  result?: unknown
  error?: string | null
  why?: Reason | null
  milliseconds?: number
  /** Where it is undone by a POST; null where it is not. */
  undo?: string | null
}

/** What a model call says, or thinks. */
export interface LiveText {
  call: string
  place: Place
  agent: string
  text: string
}

/** A tool call that a model is about to ask for: its arguments grow. */
export interface ComingCall {
  /** The model call that asks for it. */
  call: string
  /** The key that the step of the call will have. */
  step: string
  place: Place
  name: string
  agent: string
  text: string
}

/** A helper at work, or done. */
export interface LiveHelper {
  /** The call that it answers. */
  call: string
  agent: string
  parent: string
  task: string
  status: 'running' | 'completed' | 'failed'
  iteration: { iteration: number; limit: number } | null
  /** Its report. */
  result?: string
  error?: string
  milliseconds?: number
}

/** A call that waits, or waited, for a person's word. */
export interface LiveApproval {
  id: string
  /** The step that waits; nothing where the page came after the question. */
  call: string | null
  tool: string
  status: 'pending' | 'approved' | 'denied' | 'expired' | 'withdrawn' | 'changed'
}

/** What is known of an execution from its events alone. */
export interface LiveTurn {
  id: string
  conversationId: string | null
  message: string
  mode: string
  status: 'pending' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled'
  agent: string | null
  startedAt: string | null
  endedAt: string | null
  delegation: EventData['agent-delegation'] | null
  /** All of one decision: a message with several requests is handed to several agents. */
  delegations: EventData['agent-delegation'][]
  guidance: string | null
  tools: LiveTool[]
  /** Those of helpers of helpers too. */
  helpers: LiveHelper[]
  approvals: LiveApproval[]
  /** Text of each model call, in the order in which the calls began. */
  texts: LiveText[]
  /** What each model call thought before it spoke, as far as this page has seen it. */
  thoughts: LiveText[]
  coming: ComingCall[]
  /** The model call of the execution's own agent that is open now. */
  openCall: string | null
  iteration: { iteration: number; limit: number } | null
  review: { verdict: string; reason: string; cause: string | null; why?: Reason | null } | null
  /** Which model answered for another one that did not, and which were to. */
  standIn: { model: string; passedOver: { model: string; errorClass: string; reason: Reason }[] } | null
  /** The pages that its texts cite. */
  cited: readonly { url: string; title: string }[]
  /** What it came to, once it completed. */
  outcome: string | null
  waitingFor: string | null
  /** The same as a code with values. */
  waitingWhy: Reason | null
  error: { errorClass: string; message: string; willRetry: boolean; lack?: Lack | null; why?: Reason | null } | null
  answer: string | null
}

export interface LiveFact {
  id: number
  executionId: string | null
  sequence: number
  kind: string
  agent: string | null
  /** The swarm in which it happened in a turn of a resident, and whose turn it was. */
  swarmId?: string | null
  residentId?: string | null
  data: Record<string, unknown>
  at: string
}

/**
 * A piece of text, of thoughts or of a tool call's arguments: what a reader has, cut at `offset` code points, plus
 * `text`.
 */
export interface LivePiece {
  kind: PieceKind
  executionId: string
  agent: string
  call: string
  place?: Place
  offset: number
  text: string
  /** Of arguments: the key that the step of the tool call will have. */
  step?: string
  /** Of arguments: the tool's name. */
  tool?: string
}

const MOST_CITED = 20

/** Joins pages, each once, as many as the server keeps. */
function withPages(known: LiveTurn['cited'], more: LiveTurn['cited']): LiveTurn['cited'] {
  const all = new Map([...known, ...more].map((page) => [page.url, page]))
  return [...all.values()].slice(0, MOST_CITED)
}

export function newTurn(id: string): LiveTurn {
  return {
    id,
    conversationId: null,
    message: '',
    mode: 'supervised',
    status: 'running',
    agent: null,
    startedAt: null,
    endedAt: null,
    delegation: null,
    delegations: [],
    guidance: null,
    tools: [],
    helpers: [],
    approvals: [],
    texts: [],
    thoughts: [],
    coming: [],
    openCall: null,
    iteration: null,
    review: null,
    standIn: null,
    cited: [],
    outcome: null,
    waitingFor: null,
    waitingWhy: null,
    error: null,
    answer: null,
  }
}

/** Returns `turn` after `fact`; the same object where the fact changes nothing. */
export function afterFact(turn: LiveTurn, fact: LiveFact): LiveTurn {
  const change = CHANGES[fact.kind as FactKind]
  return change ? { ...turn, ...change(turn, fact.data as never, fact) } : turn
}

type Change<K extends FactKind> = (turn: LiveTurn, data: EventData[K], fact: LiveFact) => Partial<LiveTurn>

const CHANGES: { [K in FactKind]?: Change<K> } = {
  'execution.started': (turn, data, fact) => ({
    conversationId: data.conversationId,
    message: data.message,
    mode: data.mode,
    status: 'running',
    startedAt: turn.startedAt ?? fact.at,
    endedAt: null,
    waitingFor: null,
    error: null,
  }),
  'agent-delegation': (turn, data) => {
    const same = turn.delegations.filter((one) => one.decisionId === data.decisionId && one.query !== data.query)
    const delegations = [...same, data]
    return {
      delegation: data,
      delegations,
      agent: delegations.length > 1 ? data.from : data.to === 'finalize' ? null : data.to,
    }
  },
  // Within a part of the message the supervisor goes on being who answers.
  'agent.handed_over': (turn, data) => ({ agent: depthOf(placeOf(data)) ? turn.agent : data.to }),
  'supervised.delegated': (_, data) => ({ guidance: data.guidance }),
  'main-iteration': (_, data) => ({ iteration: { iteration: data.iteration, limit: data.limit } }),
  'model-call': (turn, data) => ({
    openCall: depthOf(placeOf(data)) ? turn.openCall : data.call,
    error: null,
    texts: withText(turn.texts, data, () => ''),
  }),
  'model-response': (turn, data) => ({
    openCall: turn.openCall === data.call ? null : turn.openCall,
    standIn: data.passedOver?.length ? { model: data.model, passedOver: data.passedOver } : turn.standIn,
    cited: depthOf(placeOf(data)) || !data.cited?.length ? turn.cited : withPages(turn.cited, data.cited),
    texts: withText(turn.texts, data, () => data.text),
    coming: turn.coming.filter((one) => one.call !== data.call),
  }),
  'tool-execution': (turn, data) => ({
    tools: withTool(turn.tools, {
      call: data.call,
      place: placeOf(data),
      name: data.tool,
      agent: data.agent,
      helper: data.helper ?? null,
      arguments: data.arguments,
      status: 'running',
    }),
  }),
  'agent.tool_result': (turn, data) => {
    const begun = turn.tools.find((tool) => tool.call === data.call)
    return {
      tools: withTool(turn.tools, {
        call: data.call,
        place: placeOf(data),
        name: data.tool,
        agent: data.agent,
        helper: data.helper ?? null,
        arguments: begun?.arguments ?? {},
        status: data.error === null ? 'completed' : 'failed',
        result: data.result,
        error: data.error,
        why: data.why,
        milliseconds: data.milliseconds,
        undo: data.undo,
      }),
    }
  },
  'helper-spawn': (turn, data) => ({
    helpers: withHelper(turn.helpers, data.call, {
      agent: data.agent,
      parent: data.parent,
      task: data.task,
      status: 'running',
    }),
  }),
  'helper-iteration': (turn, data) => ({
    helpers: withHelper(turn.helpers, data.call, {
      agent: data.agent,
      status: 'running',
      iteration: { iteration: data.iteration, limit: data.limit },
      // Of a helper whose beginning this page has not seen, its place says for whom it works.
      ...(turn.helpers.some((one) => one.call === data.call) ? {} : { parent: callerIn(turn, data) }),
    }),
  }),
  'helper-complete': (turn, data) => ({
    helpers: withHelper(turn.helpers, data.call, {
      agent: data.agent,
      status: 'completed',
      result: data.result,
      milliseconds: data.milliseconds,
    }),
  }),
  'helper-error': (turn, data) => ({
    helpers: withHelper(turn.helpers, data.call, { agent: data.agent, status: 'failed', error: data.message }),
  }),
  'approval.requested': (turn, data) => ({
    approvals: [
      ...turn.approvals.filter((one) => one.id !== data.approvalId),
      { id: data.approvalId, call: data.call, tool: data.tool, status: 'pending' },
    ],
  }),
  'approval.decided': (turn, data) => {
    const asked = turn.approvals.find((one) => one.id === data.approvalId)
    const decided = {
      call: null,
      ...asked,
      id: data.approvalId,
      tool: data.tool,
      status: data.status as LiveApproval['status'],
    }
    return { approvals: [...turn.approvals.filter((one) => one !== asked), decided] }
  },
  'answer.reviewed': (_, data) => ({
    review: { verdict: data.verdict, reason: data.reason, cause: data.cause, why: data.why },
  }),
  'execution.waiting': (_, data) => ({ status: 'waiting', waitingFor: data.reason, waitingWhy: data.why ?? null }),
  'error.occurred': (_, data) => ({ error: data }),
  done: (turn, data, fact) => ({
    status: data.status as LiveTurn['status'],
    agent: data.agent,
    answer: data.content,
    outcome: data.outcome,
    openCall: null,
    endedAt: fact.at,
    waitingFor: null,
    coming: [],
    helpers: turn.helpers.map((helper) => (helper.status === 'running' ? { ...helper, status: 'failed' } : helper)),
  }),
}

/** Returns `turn` after a piece. */
export function afterPiece(turn: LiveTurn, piece: LivePiece): LiveTurn {
  const grown = (had: string) => upTo(had, piece.offset) + piece.text
  const openCall = depthOf(placeOf(piece)) ? turn.openCall : piece.call
  switch (piece.kind) {
    case 'agent.thinking':
      return { ...turn, openCall, thoughts: withText(turn.thoughts, piece, grown) }
    case 'agent.tool_arguments':
      return { ...turn, openCall, coming: withComing(turn.coming, piece, grown) }
    default:
      return { ...turn, openCall, texts: withText(turn.texts, piece, grown) }
  }
}

/** The first `count` code points of `text`. */
function upTo(text: string, count: number): string {
  if (count === 0) return ''
  if (count >= text.length) return text
  // Offsets count code points, strings count UTF-16 units: they differ from the first emoji on.
  let units = 0
  for (let points = 0; points < count && units < text.length; points += 1) {
    units += text.codePointAt(units)! > 0xffff ? 2 : 1
  }
  return text.slice(0, units)
}

function withText(
  texts: LiveText[],
  said: { call: string; agent: string; place?: Place },
  write: (had: string) => string,
): LiveText[] {
  const { call, agent } = said
  const index = texts.findIndex((one) => one.call === call)
  const one = { call, place: placeOf(said), agent, text: write(texts[index]?.text ?? '') }
  return index < 0 ? [...texts, one] : texts.with(index, one)
}

/** A call whose arguments were taken back is no longer coming: its model is asked again. */
function withComing(coming: ComingCall[], piece: LivePiece, grown: (had: string) => string): ComingCall[] {
  const { call, agent, step = '', tool: name = '' } = piece
  const index = coming.findIndex((one) => one.call === call && one.step === step)
  const text = grown(coming[index]?.text ?? '')
  if (!text) return coming.filter((_, at) => at !== index)
  const one = { call, step, place: placeOf(piece), name, agent, text }
  return index < 0 ? [...coming, one] : coming.with(index, one)
}

function withTool(tools: LiveTool[], tool: LiveTool): LiveTool[] {
  const index = tools.findIndex((one) => one.call === tool.call)
  return index < 0 ? [...tools, tool] : tools.with(index, tool)
}

/** The agent for whom a helper works. */
function callerIn(turn: LiveTurn, data: { place?: Place }): string {
  const above = placeOf(data).path.at(-2)
  return turn.helpers.find((one) => one.call === above)?.agent ?? turn.agent ?? ''
}

/** Also a helper whose beginning this page has not seen is there from its first sign of life on. */
function withHelper(
  helpers: LiveHelper[],
  call: string,
  change: Partial<LiveHelper> & { agent: string },
): LiveHelper[] {
  const index = helpers.findIndex((one) => one.call === call)
  if (index < 0) return [...helpers, { call, parent: '', task: '', status: 'running', iteration: null, ...change }]
  return helpers.with(index, { ...helpers[index]!, ...change })
}
