import type { EventData, FactKind, Lack, Reason } from '@/client/events'

import { depthOf } from './tree'

/** A tool call of a running execution. */
export interface LiveTool {
  /** Which call; it is the key of its step. */
  call: string
  name: string
  agent: string
  arguments: Record<string, unknown>
  status: 'running' | 'completed' | 'failed'
  result?: unknown
  error?: string | null
  milliseconds?: number
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
  texts: { call: string; agent: string; text: string }[]
  /** The model call of the execution's own agent that is open now. */
  openCall: string | null
  iteration: { iteration: number; limit: number } | null
  review: { verdict: string; reason: string; cause: string | null } | null
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
  data: Record<string, unknown>
  at: string
}

/** A piece of text: what a reader has, cut at `offset` code points, plus `text`. */
export interface LivePiece {
  executionId: string
  agent: string
  call: string
  offset: number
  text: string
}

export function newTurn(id: string): LiveTurn {
  return {
    id, conversationId: null, message: '', mode: 'supervised', status: 'running', agent: null, startedAt: null,
    endedAt: null, delegation: null, delegations: [], guidance: null, tools: [], helpers: [], approvals: [], texts: [], openCall: null, iteration: null,
    review: null, outcome: null, waitingFor: null, waitingWhy: null, error: null, answer: null,
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
    conversationId: data.conversationId, message: data.message, mode: data.mode, status: 'running',
    startedAt: turn.startedAt ?? fact.at, waitingFor: null, error: null,
  }),
  'agent-delegation': (turn, data) => {
    const same = turn.delegations.filter((one) => one.decisionId === data.decisionId && one.query !== data.query)
    const delegations = [...same, data]
    return { delegation: data, delegations, agent: delegations.length > 1 ? data.from : data.to === 'finalize' ? null : data.to }
  },
  'supervised.delegated': (_, data) => ({ guidance: data.guidance }),
  'main-iteration': (_, data) => ({ iteration: { iteration: data.iteration, limit: data.limit } }),
  'model-call': (turn, data) => ({
    openCall: depthOf(data.call) ? turn.openCall : data.call, error: null, texts: withText(turn.texts, data.call, data.agent, () => ''),
  }),
  'model-response': (turn, data) => ({
    openCall: turn.openCall === data.call ? null : turn.openCall,
    texts: withText(turn.texts, data.call, data.agent, () => data.text),
  }),
  'tool-execution': (turn, data) => ({
    tools: withTool(turn.tools, {
      call: data.call, name: data.tool, agent: data.agent, arguments: data.arguments, status: 'running',
    }),
  }),
  'agent.tool_result': (turn, data) => {
    const begun = turn.tools.find((tool) => tool.call === data.call)
    return {
      tools: withTool(turn.tools, {
        call: data.call, name: data.tool, agent: data.agent, arguments: begun?.arguments ?? {},
        status: data.error === null ? 'completed' : 'failed', result: data.result, error: data.error,
        milliseconds: data.milliseconds,
      }),
    }
  },
  'helper-spawn': (turn, data) => ({
    helpers: withHelper(turn.helpers, data.call, {
      agent: data.agent, parent: data.parent, task: data.task, status: 'running',
    }),
  }),
  'helper-iteration': (turn, data) => ({
    helpers: withHelper(turn.helpers, data.call, {
      agent: data.agent, status: 'running', iteration: { iteration: data.iteration, limit: data.limit },
    }),
  }),
  'helper-complete': (turn, data) => ({
    helpers: withHelper(turn.helpers, data.call, {
      agent: data.agent, status: 'completed', result: data.result, milliseconds: data.milliseconds,
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
    const decided = { call: null, ...asked, id: data.approvalId, tool: data.tool, status: data.status as LiveApproval['status'] }
    return { approvals: [...turn.approvals.filter((one) => one !== asked), decided] }
  },
  'answer.reviewed': (_, data) => ({ review: { verdict: data.verdict, reason: data.reason, cause: data.cause } }),
  'execution.waiting': (_, data) => ({ status: 'waiting', waitingFor: data.reason, waitingWhy: data.why ?? null }),
  'error.occurred': (_, data) => ({ error: data }),
  done: (turn, data, fact) => ({
    status: data.status as LiveTurn['status'], agent: data.agent, answer: data.content, outcome: data.outcome, openCall: null,
    endedAt: fact.at, waitingFor: null,
    helpers: turn.helpers.map((helper) => (helper.status === 'running' ? { ...helper, status: 'failed' } : helper)),
  }),
}

/** Returns `turn` after a piece of text. */
export function afterPiece(turn: LiveTurn, piece: LivePiece): LiveTurn {
  return {
    ...turn,
    openCall: depthOf(piece.call) ? turn.openCall : piece.call,
    texts: withText(turn.texts, piece.call, piece.agent, (had) => upTo(had, piece.offset) + piece.text),
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
  texts: LiveTurn['texts'], call: string, agent: string, write: (had: string) => string,
): LiveTurn['texts'] {
  const index = texts.findIndex((one) => one.call === call)
  if (index < 0) return [...texts, { call, agent, text: write('') }]
  return texts.with(index, { call, agent, text: write(texts[index]!.text) })
}

function withTool(tools: LiveTool[], tool: LiveTool): LiveTool[] {
  const index = tools.findIndex((one) => one.call === tool.call)
  return index < 0 ? [...tools, tool] : tools.with(index, tool)
}

/** Also a helper whose beginning this page has not seen is there from its first sign of life on. */
function withHelper(helpers: LiveHelper[], call: string, change: Partial<LiveHelper> & { agent: string }): LiveHelper[] {
  const index = helpers.findIndex((one) => one.call === call)
  if (index < 0) return [...helpers, { call, parent: '', task: '', status: 'running', iteration: null, ...change }]
  return helpers.with(index, { ...helpers[index]!, ...change })
}
