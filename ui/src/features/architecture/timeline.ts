import type { EventData } from '@/client/events'
import type { Step } from '@/client/api'
import { callerOf, placeOf, type Place } from '@/live/place'
import type { LiveFact } from '@/live/turns'

export type StepKind =
  | 'supervisor'
  | 'recall'
  | 'router'
  | 'model'
  | 'tool'
  | 'helper'
  | 'callable'
  | 'hand_over'
  | 'summary'
  | 'review'
  | 'finalize'

/** A step on the time axis. */
export interface Bar {
  /** The step's key in the journal. */
  key: string
  place: Place
  kind: StepKind
  /** The tool's or model's name; may be empty. */
  name: string
  agent: string | null
  /** The agent that it calls as a helper; nothing of any other step. */
  helper: string | null
  /** Milliseconds since the epoch, by the server's clock. */
  start: number
  /** Nothing while it goes on. */
  end: number | null
  status: 'running' | 'completed' | 'failed'
  /** What went in and what came out, as far as it is known; nothing where there is nothing. */
  input: Record<string, unknown> | null
  output: Record<string, unknown> | null
  error: string | null
}

/** The steps of an execution: what is stored, and what its events have told since. */
export function barsOf(steps: readonly Step[], facts: readonly LiveFact[]): Bar[] {
  const bars = new Map<string, Bar>()
  for (const fact of facts) addFact(bars, fact)
  for (const step of steps) {
    const told = bars.get(step.key)
    const start = step.startedAt ? Date.parse(step.startedAt) : (told?.start ?? 0)
    bars.set(step.key, {
      key: step.key,
      place: placeOf(step),
      kind: step.kind as StepKind,
      name: step.name,
      agent: step.agentId,
      helper: step.helper ?? null,
      start,
      // What was read before the end came knows less than the event.
      end: step.endedAt ? Date.parse(step.endedAt) : (told?.end ?? (step.status === 'running' ? null : start)),
      status: step.status === 'running' && told ? told.status : step.status,
      input: filled(step.input) ?? told?.input ?? null,
      output: filled(step.output) ?? told?.output ?? null,
      error: step.error ?? told?.error ?? null,
    })
  }
  return inTree([...bars.values()].sort((a, b) => a.start - b.start || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)))
}

/** Puts what a helper did after the call that woke it, in the order in which it did it. */
function inTree(bars: readonly Bar[]): Bar[] {
  const known = new Set(bars.map((bar) => bar.key))
  const below = new Map<string, Bar[]>()
  for (const bar of bars) {
    const caller = callerOf(bar.place)
    const parent = known.has(caller) ? caller : ''
    below.set(parent, [...(below.get(parent) ?? []), bar])
  }
  const ordered: Bar[] = []
  const add = (parent: string) => {
    for (const bar of below.get(parent) ?? []) {
      ordered.push(bar)
      add(bar.key)
    }
  }
  add('')
  return ordered
}

const ORDER: readonly StepKind[] = [
  'supervisor',
  'recall',
  'router',
  'summary',
  'model',
  'tool',
  'helper',
  'callable',
  'hand_over',
  'review',
  'finalize',
]

const filled = (record: Record<string, unknown> | null | undefined) =>
  record && Object.keys(record).length ? record : null

type Known = Partial<Pick<Bar, 'helper' | 'input' | 'output' | 'error'>>
const UNKNOWN = { helper: null, input: null, output: null, error: null }

function addFact(bars: Map<string, Bar>, fact: LiveFact): void {
  const at = Date.parse(fact.at)
  const place = placeOf(fact.data)
  const moment = (kind: StepKind, agent: string | null, known: Known = {}) =>
    bars.set(kind, {
      ...UNKNOWN,
      key: kind,
      place,
      kind,
      name: '',
      agent,
      start: at,
      end: at,
      status: 'completed',
      ...known,
    })
  const begin = (key: string, kind: StepKind, name: string, agent: string, known: Known = {}) =>
    bars.set(key, { ...UNKNOWN, key, place, kind, name, agent, start: at, end: null, status: 'running', ...known })
  const finish = (key: string, milliseconds: number, known: Known, otherwise: Pick<Bar, 'kind' | 'name' | 'agent'>) =>
    bars.set(key, {
      ...UNKNOWN,
      key,
      place,
      start: at - milliseconds,
      ...otherwise,
      ...bars.get(key),
      end: at,
      status: known.error == null ? 'completed' : 'failed',
      ...known,
    })
  switch (fact.kind) {
    case 'agent-delegation': {
      const { to, stage, reason } = fact.data as unknown as EventData['agent-delegation']
      moment('router', to === 'finalize' ? null : to, { output: { stage, reason } })
      break
    }
    case 'supervised.delegated':
      moment('supervisor', null, {
        output: { guidance: (fact.data as unknown as EventData['supervised.delegated']).guidance },
      })
      break
    case 'agent.handed_over': {
      const { from, to, number, reason } = fact.data as unknown as EventData['agent.handed_over']
      const key = `${place.path.length ? `${callerOf(place)}/` : ''}hand_over:${number}`
      bars.set(key, {
        ...UNKNOWN,
        key,
        place,
        kind: 'hand_over',
        name: '',
        agent: from,
        start: at,
        end: at,
        status: 'completed',
        output: { to, reason },
      })
      break
    }
    case 'facts.recalled': {
      const { count } = fact.data as unknown as EventData['facts.recalled']
      moment('recall', null, { output: { count } })
      break
    }
    case 'model-call': {
      const { step, model, agent } = fact.data as unknown as EventData['model-call']
      // What was stored before steps were named is told by the journal.
      if (step) begin(step, 'model', model, agent)
      break
    }
    case 'model-response': {
      const { step, model, agent, milliseconds, text } = fact.data as unknown as EventData['model-response']
      if (step) finish(step, milliseconds, { output: { text } }, { kind: 'model', name: model, agent })
      break
    }
    case 'tool-execution': {
      const data = fact.data as unknown as EventData['tool-execution']
      begin(data.call, data.helper ? 'helper' : 'tool', data.tool, data.agent, {
        helper: data.helper ?? null,
        input: filled(data.arguments),
      })
      break
    }
    case 'agent.tool_result': {
      const {
        call,
        tool,
        agent,
        helper = null,
        milliseconds,
        error,
        result,
      } = fact.data as unknown as EventData['agent.tool_result']
      finish(
        call,
        milliseconds,
        { helper, output: error === null ? { result } : null, error },
        { kind: helper ? 'helper' : 'tool', name: tool, agent },
      )
      break
    }
    case 'answer.reviewed': {
      const { agent, verdict, reason, cause } = fact.data as unknown as EventData['answer.reviewed']
      moment('review', agent, { output: { verdict, reason, cause } })
      break
    }
    case 'done': {
      const { status, agent } = fact.data as unknown as EventData['done']
      for (const bar of bars.values()) {
        if (bar.end === null) bars.set(bar.key, { ...bar, end: at, status: 'failed' })
      }
      if (status === 'completed') moment('finalize', agent)
      break
    }
  }
}

/** From when to when the axis goes: the first start to the last end, or to now while it goes on. */
export function spanOf(
  bars: readonly Bar[],
  startedAt: string | null,
  endedAt: string | null,
  now: number,
): { from: number; to: number } {
  const from = Math.min(startedAt ? Date.parse(startedAt) : Number.POSITIVE_INFINITY, ...bars.map((bar) => bar.start))
  const ends = bars.map((bar) => bar.end ?? now)
  const to = endedAt
    ? Math.max(Date.parse(endedAt), ...bars.map((bar) => bar.end ?? bar.start))
    : Math.max(now, ...ends)
  if (!Number.isFinite(from)) return { from: now, to: now + 1 }
  return { from, to: Math.max(to, from + 1) }
}

/** Round numbers of milliseconds on the axis, from 0, at most four. */
export function ticksOf(milliseconds: number): number[] {
  const rough = milliseconds / 3
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.001)))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!
  return Array.from({ length: Math.floor(milliseconds / step) + 1 }, (_, index) => index * step)
}
