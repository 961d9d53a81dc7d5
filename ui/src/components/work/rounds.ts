import type { Schemas, Step } from '@/client/api'
import type { Approval } from '@/components/approval'
import type { LiveTurn } from '@/live/turns'
import type { Why } from '@/lib/why'
import { byIndex, byRound, callerOf, placeOf, type Place } from '@/live/place'

/** What is known of an execution, from wherever it is known. */
export interface Sources {
  stored: Schemas['Turn']['tools']
  live: LiveTurn | undefined
  steps: readonly Step[]
  approvals: readonly Approval[]
  /** Nothing more happens: what has not ended never will. */
  over: boolean
}

/** A tool call, as far as it is known here; arguments and result of past calls are read when it is opened. */
export interface ToolView {
  key: string
  place: Place
  name: string
  agentId: string | null
  status: 'asked' | 'running' | 'completed' | 'failed' | 'stopped'
  error: string | null
  /** The error as a code with values, where there is one. */
  why?: Why | null | undefined
  milliseconds: number | null
  arguments?: Record<string, unknown>
  /** Its arguments as far as the model has said them, before the call is made. */
  coming?: string
  result?: unknown
  /** Whether the result holds a chart. */
  charted?: boolean | undefined
  /** Where it is undone by a POST; null where it is not. */
  undo?: string | null | undefined
  /** The person's word that it waits for, while there is nothing else to see of it. */
  approval?: Approval
  /** The helper that it woke. */
  helper?: HelperView
}

/** What a helper does for the call that woke it. */
export interface HelperView {
  agentId: string
  task: string
  rounds: Round[]
  /** What it thinks before it reports. */
  thinking: string
  /** Its report, or what there is of it. */
  report: string
  streaming: boolean
  iteration: { iteration: number; limit: number } | null
  /** One of its calls, or of its helpers' calls, waits for the person. */
  waits: boolean
  /** Whether what it said and did is known here, and not only what came of it. */
  known: boolean
}

/** One round of an agent: what it said before it called tools, and the calls. */
export interface Round {
  /** Unlike that of every other round of the same worker. */
  name: string
  place: Place
  /** What it thought before it said anything. */
  thinking: string
  text: string
  tools: ToolView[]
}

/** Returns the rounds of the execution's own agent in order, those of helpers inside the calls that woke them. */
export function roundsOf(sources: Sources): Round[] {
  return new Tree(sources).rounds('')
}

class Tree {
  /** By the call of the helper whose rounds they are, empty for the execution's own agent, and by name. */
  private readonly found = new Map<string, Map<string, Round>>()
  private readonly sources: Sources

  constructor(sources: Sources) {
    this.sources = sources
    const { live, steps } = sources
    for (const step of steps) {
      const place = placeOf(step)
      if (step.kind === 'model') {
        // A step of a model outside of rounds answers nobody: it settles who does.
        if (place.round == null) continue
        this.round(place).text = partsOf(step, 'text')
        this.round(place).thinking = partsOf(step, 'thinking')
      }
      if (step.kind === 'callable') this.round(place).text = String(step.output?.content ?? '')
    }
    // A later attempt of the same call comes later, and stands for the earlier one.
    for (const { place, text } of live?.texts ?? []) this.round(place).text = text
    for (const { place, text } of live?.thoughts ?? []) this.round(place).thinking = text
    const tools = callsOf(sources)
    for (const tool of tools.values()) {
      // A question is never out of sight, also where the helper that asks it is not known.
      const known = tool.approval
        ? tool.place.path.findLastIndex((call) => tools.has(call)) + 1
        : tool.place.path.length
      const path = tool.place.path.slice(0, known)
      this.round(known < tool.place.path.length ? { path, phase: 'answer' } : tool.place).tools.push(tool)
    }
  }

  rounds(caller: string): Round[] {
    const ordered = [...(this.found.get(caller)?.values() ?? [])].sort((a, b) => byRound(a.place, b.place))
    for (const round of ordered)
      round.tools = round.tools.map((tool) => this.withHelper(tool)).sort((a, b) => byIndex(a.place, b.place))
    // The answer that the supervisor sent back is no longer one.
    const revised = ordered.some((one) => isRevised(one) && one.text)
    return revised ? ordered.filter((one) => one.tools.length || isRevised(one)) : ordered
  }

  private round(place: Place): Round {
    const caller = callerOf(place)
    const rounds = this.found.get(caller) ?? new Map<string, Round>()
    this.found.set(caller, rounds)
    const name = `${place.phase} ${place.round ?? ''}`
    const round = rounds.get(name) ?? { name, place, thinking: '', text: '', tools: [] }
    rounds.set(name, round)
    return round
  }

  private withHelper(tool: ToolView): ToolView {
    const told = this.sources.live?.helpers.find((one) => one.call === tool.key)
    const stored = this.sources.stored.find((one) => one.key === tool.key)
    const read = this.sources.steps.find((one) => one.key === tool.key && one.kind === 'helper')
    const agentId = told?.agent ?? read?.helper ?? (stored?.kind === 'helper' ? stored.helper : null)
    if (!agentId || tool.approval) return tool
    const rounds = this.rounds(tool.key)
    const last = rounds.at(-1)
    const said = last && !last.tools.length ? last.text : ''
    const result =
      told?.result ?? (tool.status === 'completed' && typeof tool.result === 'string' ? tool.result : undefined)
    const task = tool.arguments?.task
    const helper: HelperView = {
      agentId,
      task: typeof task === 'string' ? task : told?.task || stored?.task || '',
      rounds: rounds.filter((round) => round.tools.length > 0),
      thinking: last && !last.tools.length ? last.thinking : '',
      report: result ?? said,
      streaming: tool.status === 'running' && result === undefined,
      iteration: told?.iteration ?? null,
      waits: rounds.some((round) => round.tools.some(isAsked)),
      known: told !== undefined || read !== undefined || tool.status === 'running',
    }
    return { ...tool, helper, milliseconds: tool.milliseconds ?? told?.milliseconds ?? null }
  }
}

/** Whether a call, or one that was made for it, waits for the person. */
export function isAsked(tool: ToolView): boolean {
  return tool.approval?.status === 'pending' || tool.helper?.waits === true
}

/** All calls of all agents, by key. */
function callsOf({ stored, live, steps, approvals, over }: Sources): Map<string, ToolView> {
  const found = new Map<string, ToolView>()
  for (const { key, place, name, agentId, status, error, why, milliseconds, charted, undo } of stored) {
    found.set(key, {
      key,
      place: placeOf({ place }),
      name,
      agentId,
      status,
      error,
      why,
      milliseconds,
      charted,
      undo,
    })
  }
  for (const step of steps) {
    if (step.kind !== 'tool' && step.kind !== 'helper') continue
    const before = found.get(step.key)
    found.set(step.key, {
      key: step.key,
      place: placeOf(step),
      name: step.name ?? '',
      agentId: step.agentId,
      status: step.status,
      error: step.error ?? null,
      why: step.why,
      milliseconds: before?.milliseconds ?? null,
      arguments: step.input ?? {},
      result: resultOf(step),
      undo: undoOf(step),
    })
  }
  for (const tool of live?.tools ?? []) {
    const before = found.get(tool.call)
    if (before && before.status !== 'running' && tool.status === 'running') continue
    found.set(tool.call, {
      key: tool.call,
      place: tool.place,
      name: tool.name,
      agentId: tool.agent,
      status: tool.status,
      error: tool.error ?? null,
      why: tool.why,
      milliseconds: tool.milliseconds ?? null,
      arguments: tool.arguments,
      result: tool.result,
      undo: tool.undo,
    })
  }
  for (const { step: key, place, name, agent, text } of live?.coming ?? []) {
    if (!found.has(key))
      found.set(key, {
        key,
        place,
        name,
        agentId: agent,
        status: 'running',
        error: null,
        milliseconds: null,
        coming: text,
      })
  }
  if (over) {
    for (const [key, tool] of found) if (tool.status === 'running') found.set(key, { ...tool, status: 'stopped' })
    return found
  }
  for (const approval of approvals) {
    if (found.has(approval.stepKey) || !SHOWN.has(approval.status)) continue
    found.set(approval.stepKey, {
      key: approval.stepKey,
      place: placeOf(approval),
      name: approval.tool,
      agentId: approval.agentId,
      status: 'asked',
      error: null,
      milliseconds: null,
      arguments: approval.arguments,
      approval,
    })
  }
  return found
}

/** What was said stays to be seen until what comes of it is there. */
const SHOWN = new Set<Approval['status']>(['pending', 'approved', 'used', 'denied', 'expired', 'changed'])

/** Where a journaled call is undone. */
function undoOf(step: Step): string | null {
  const undo = step.output?.undo
  return typeof undo === 'string' ? undo : null
}

/** What a journaled call returned. */
export function resultOf(step: Step): unknown {
  return step.output && 'result' in step.output ? step.output.result : (step.output ?? undefined)
}

/** What a model said, or thought, in a journaled call. */
function partsOf(step: Step, kind: 'text' | 'thinking'): string {
  const response = step.output?.response as { parts?: { part_kind?: string; content?: unknown }[] } | undefined
  return (response?.parts ?? []).flatMap((part) => (part.part_kind === kind ? [String(part.content)] : [])).join('')
}

const isRevised = ({ place }: Round): boolean => place.phase === 'revision' || place.phase === 'rejoin'
