import type { EventData } from '@/client/events'
import type { Schemas } from '@/client/api'
import { SUPERVISOR } from '@/lib/agents'
import { afterFact as turnAfter, newTurn, type LiveFact, type LiveHelper, type LiveTurn } from '@/live/turns'

import { edgeId } from './plan'

/** Something that travels along an edge. */
export interface Pulse {
  id: string
  /** Milliseconds since the epoch, by this browser's clock. */
  begin: number
  end: number
}

/** What a node shows for a moment. */
export interface Mark {
  kind: 'passed' | 'tool' | 'failed'
  /** The tool's name. */
  label: string
  until: number
}

/** An execution as this page has seen it: what its events say, and what the graph shows of it. */
export interface Run extends LiveTurn {
  /** The swarm in which it is a turn, and whose; nothing of any other. */
  swarmId: string | null
  residentId: string | null
  /** Its facts, oldest first. */
  facts: readonly LiveFact[]
  /** When the latest fact came, 0 where none has; by this browser's clock. */
  touched: number
  /** When the next thing may travel: what happens at once is shown one after the other. */
  free: number
}

/** What flows through the graph now. */
export interface Flow {
  runs: Readonly<Record<string, Run>>
  pulses: Readonly<Record<string, readonly Pulse[]>>
  marks: Readonly<Record<string, Mark>>
}

export const NOTHING: Flow = { runs: {}, pulses: {}, marks: {} }

export const TRAVEL_MS = 800
const STEP_MS = 320
const GLOW_MS = 1200
const MOST_PULSES = 6
const MOST_ENDED = 40
const MOST_FACTS = 600
/** How long a snapshot may be older than the stream. */
const LAG_MS = 5000

/** Returns the flow after `fact`; `quiet` notes what happened without showing it. */
export function afterFact(flow: Flow, fact: LiveFact, now: number, quiet = false): Flow {
  if (!fact.executionId) return flow
  const before = flow.runs[fact.executionId] ?? newRun(fact.executionId)
  const run: Run = {
    ...before,
    ...turnAfter(before, fact),
    touched: now,
    swarmId: fact.swarmId ?? before.swarmId,
    residentId: fact.residentId ?? before.residentId,
    facts: before.facts.length < MOST_FACTS ? [...before.facts, fact] : before.facts,
  }
  const after: Flow = { ...flow, runs: bounded({ ...flow.runs, [run.id]: run }) }
  return quiet ? after : shown(after, run, fact, now)
}

function newRun(id: string): Run {
  return { ...newTurn(id), swarmId: null, residentId: null, facts: [], touched: 0, free: 0 }
}

/** The helpers that work on it now, as far as it is known for whom. */
export function helping(run: Run): LiveHelper[] {
  return run.helpers.filter((one) => one.status === 'running' && one.parent)
}

function shown(flow: Flow, run: Run, fact: LiveFact, now: number): Flow {
  switch (fact.kind) {
    case 'execution.started':
      return run.mode === 'direct' ? flow : travel(flow, run, SUPERVISOR, 'router', now)
    case 'agent-delegation': {
      const { to } = fact.data as unknown as EventData['agent-delegation']
      return run.mode === 'direct' || to === SUPERVISOR ? flow : travel(flow, run, 'router', to, now)
    }
    case 'tool-execution': {
      const { agent, tool, helper } = fact.data as unknown as EventData['tool-execution']
      // A helper is seen at its own place.
      return helper ? flow : marked(flow, agent, { kind: 'tool', label: tool, until: now + GLOW_MS })
    }
    case 'helper-spawn': {
      const { agent, parent } = fact.data as unknown as EventData['helper-spawn']
      return travel(flow, run, parent, agent, now)
    }
    case 'helper-error': {
      const { agent } = fact.data as unknown as EventData['helper-error']
      return marked(flow, agent, { kind: 'failed', label: '', until: now + 2 * GLOW_MS })
    }
    case 'answer.reviewed':
      return run.agent ? travel(flow, run, run.agent, 'review', now) : flow
    case 'done':
      return afterEnd(flow, run, now)
    default:
      return flow
  }
}

function afterEnd(flow: Flow, run: Run, now: number): Flow {
  if (run.status === 'failed') {
    return marked(flow, run.agent ?? SUPERVISOR, { kind: 'failed', label: '', until: now + 2 * GLOW_MS })
  }
  if (run.status !== 'completed' || run.agent === null) return flow
  if (run.agent === SUPERVISOR) return travel(flow, run, 'router', 'finalize', now)
  const passed = run.review ? flow : travel(flow, run, run.agent, 'review', now, false)
  return travel(passed, passed.runs[run.id]!, 'review', 'finalize', now)
}

/** Sends something along an edge, after what the same execution has sent before. */
function travel(flow: Flow, run: Run, source: string, target: string, now: number, stops = true): Flow {
  const edge = edgeId(source, target)
  const begin = Math.max(now, run.free)
  const pulse: Pulse = { id: `${run.id}:${edge}:${begin}`, begin, end: begin + TRAVEL_MS }
  const sent: Flow = {
    ...flow,
    runs: { ...flow.runs, [run.id]: { ...run, free: begin + STEP_MS } },
    pulses: { ...flow.pulses, [edge]: [...(flow.pulses[edge] ?? []), pulse].slice(-MOST_PULSES) },
  }
  return stops ? marked(sent, target, { kind: 'passed', label: '', until: pulse.end + GLOW_MS }) : sent
}

function marked(flow: Flow, node: string, mark: Mark): Flow {
  return { ...flow, marks: { ...flow.marks, [node]: mark } }
}

/** Returns the flow without what is over, and when the next thing will be; nothing where nothing is left. */
export function pruned(flow: Flow, now: number): { flow: Flow; next: number | null } {
  const pulses: Record<string, readonly Pulse[]> = {}
  const marks: Record<string, Mark> = {}
  const ends: number[] = []
  for (const [edge, some] of Object.entries(flow.pulses)) {
    const left = some.filter((pulse) => pulse.end > now)
    if (left.length) pulses[edge] = left.length === some.length ? some : left
    ends.push(...left.map((pulse) => pulse.end))
  }
  for (const [node, mark] of Object.entries(flow.marks)) {
    if (mark.until <= now) continue
    marks[node] = mark
    ends.push(mark.until)
  }
  return { flow: { ...flow, pulses, marks }, next: ends.length ? Math.min(...ends) : null }
}

/** Returns the flow with what the server says is unfinished, and without what it no longer says, as of `asOf`. */
export function synced(flow: Flow, unfinished: readonly Schemas['Turn'][], asOf: number): Flow {
  const there = new Set(unfinished.map((turn) => turn.id))
  const runs: Record<string, Run> = {}
  for (const run of Object.values(flow.runs)) {
    if (run.endedAt || there.has(run.id) || run.touched > asOf - LAG_MS) runs[run.id] = run
  }
  for (const turn of unfinished) {
    const had = runs[turn.id]
    if (had?.touched) continue
    runs[turn.id] = {
      ...(had ?? newRun(turn.id)),
      conversationId: turn.conversationId,
      message: turn.message,
      mode: turn.mode,
      agent: turn.agentId,
      swarmId: turn.swarmId ?? null,
      residentId: turn.residentId ?? null,
      helpers: helpersOf(turn),
      status: turn.status,
      startedAt: turn.startedAt,
      waitingFor: turn.waitingFor,
    }
  }
  return { ...flow, runs: bounded(runs) }
}

function helpersOf(turn: Schemas['Turn']): LiveHelper[] {
  return turn.tools.flatMap(({ key, kind, helper, agentId, status }): LiveHelper[] =>
    kind === 'helper' && status === 'running' && helper && agentId
      ? [{ call: key, agent: helper, parent: agentId, task: '', status, iteration: null }]
      : [],
  )
}

function bounded(runs: Record<string, Run>): Record<string, Run> {
  const ended = Object.values(runs).filter((run) => run.endedAt)
  if (ended.length <= MOST_ENDED) return runs
  const left = { ...runs }
  for (const run of ended.slice(0, ended.length - MOST_ENDED)) delete left[run.id]
  return left
}

/** What an agent or station does now. */
export interface Activity {
  state: 'working' | 'waiting' | undefined
  /** How many executions it works on. */
  count: number
}

export const IDLE: Activity = { state: undefined, count: 0 }

/** Says what every busy node does. Who is not in it does nothing. */
export function activities(runs: Flow['runs']): Record<string, Activity> {
  const found: Record<string, Activity> = {}
  for (const run of Object.values(runs)) {
    if (run.endedAt || (run.status !== 'running' && run.status !== 'waiting')) continue
    const node = run.agent ?? (run.mode === 'direct' ? null : SUPERVISOR)
    // Who helps twice in the same run is still one at work on it.
    for (const one of new Set([...(node ? [node] : []), ...helping(run).map((helper) => helper.agent)])) {
      const had = found[one] ?? IDLE
      const state = run.status === 'waiting' && had.state !== 'working' ? 'waiting' : 'working'
      found[one] = { state, count: had.count + 1 }
    }
  }
  return found
}

/** The edges along which work is being done now: from the router to who works under supervision, and on to helpers. */
export function heldEdges(runs: Flow['runs']): ReadonlySet<string> {
  const held = new Set<string>()
  for (const run of Object.values(runs)) {
    if (run.status === 'running' && !run.endedAt && run.mode !== 'direct' && run.agent && run.agent !== SUPERVISOR) {
      held.add(edgeId('router', run.agent))
    }
    if (run.status === 'running' && !run.endedAt)
      for (const { parent, agent } of helping(run)) held.add(edgeId(parent, agent))
  }
  return held
}

/** The facts of `after` that were not in `before`, where facts are only added at the end. */
export function newFacts(before: readonly LiveFact[], after: readonly LiveFact[]): readonly LiveFact[] {
  const last = before.at(-1)
  return last ? after.slice(after.lastIndexOf(last) + 1) : after
}
