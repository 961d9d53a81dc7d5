import type { Schemas, Step } from '@/client/api'
import type { Approval } from '@/components/approval'
import type { LiveTurn } from '@/live/turns'
import { helperOf, localOf, parentOf } from '@/live/tree'

/** What is known of an execution, from wherever it is known. */
export interface Sources {
  stored: Schemas['Turn']['tools']
  live: LiveTurn | undefined
  steps: readonly Step[]
  approvals: readonly Approval[]
  /** Nothing more happens: what has not ended never will. */
  over: boolean
}

/** A note, or a change of the memory that deleted something, by its id. */
export interface Deleted {
  what: 'note' | 'memory'
  id: string
}

/** A tool call, as far as it is known here; arguments and result of past calls are read when it is opened. */
export interface ToolView {
  key: string
  name: string
  agentId: string | null
  status: 'asked' | 'running' | 'completed' | 'failed' | 'stopped'
  error: string | null
  milliseconds: number | null
  arguments?: Record<string, unknown>
  result?: unknown
  /** Whether the result holds a chart. */
  charted?: boolean | undefined
  /** What it deleted, and that can come back. */
  deleted?: Deleted | null | undefined
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
  name: string
  text: string
  tools: ToolView[]
}

/** Returns the rounds of the execution's own agent in order, those of helpers inside the calls that woke them. */
export function roundsOf(sources: Sources): Round[] {
  return new Tree(sources).rounds('')
}

class Tree {
  private readonly texts = new Map<string, Map<string, string>>()
  private readonly tools = new Map<string, ToolView[]>()
  private readonly sources: Sources

  constructor(sources: Sources) {
    this.sources = sources
    const { live, steps } = sources
    for (const step of steps) {
      if (step.kind === 'model') this.say(step.key, textOf(step))
      if (step.kind === 'callable') this.say(step.key, String(step.output?.content ?? ''))
    }
    // A later attempt of the same call comes later, and stands for the earlier one.
    for (const { call, text } of live?.texts ?? []) this.say(call, text)
    const tools = callsOf(sources)
    for (const tool of tools.values()) {
      // A question is never out of sight, also where the helper that asks it is not known.
      let path = parentOf(tool.key)
      while (tool.approval && path && !tools.has(path)) path = parentOf(path)
      this.tools.set(path, [...(this.tools.get(path) ?? []), tool])
    }
  }

  rounds(path: string): Round[] {
    const rounds = new Map<string, Round>()
    const round = (name: string) => {
      const found = rounds.get(name) ?? { name, text: '', tools: [] }
      rounds.set(name, found)
      return found
    }
    for (const [name, text] of this.texts.get(path) ?? []) round(name).text = text
    for (const tool of this.tools.get(path) ?? []) round(nameOf(ownPart(tool.key, path))).tools.push(this.withHelper(tool))
    for (const { tools } of rounds.values()) tools.sort((a, b) => indexOf(ownPart(a.key, path)) - indexOf(ownPart(b.key, path)))
    const ordered = [...rounds.values()].sort((a, b) => orderOf(a.name) - orderOf(b.name))
    // The answer that the supervisor sent back is no longer one.
    const revised = ordered.some((one) => REVISED.test(one.name) && one.text)
    return revised ? ordered.filter((one) => one.tools.length || REVISED.test(one.name)) : ordered
  }

  private withHelper(tool: ToolView): ToolView {
    const told = this.sources.live?.helpers.find((one) => one.call === tool.key)
    const stored = this.sources.stored.find((one) => one.key === tool.key)
    const read = this.sources.steps.some((one) => one.key === tool.key && one.kind === 'helper')
    const isHelper = told || read || stored?.kind === 'helper'
    const agentId = told?.agent ?? helperOf(tool.name)
    if (!isHelper || !agentId || tool.approval) return tool
    const rounds = this.rounds(tool.key)
    const last = rounds.at(-1)
    const said = last && !last.tools.length ? last.text : ''
    const result = told?.result ?? (tool.status === 'completed' && typeof tool.result === 'string' ? tool.result : undefined)
    const task = tool.arguments?.task
    const helper: HelperView = {
      agentId,
      task: typeof task === 'string' ? task : (told?.task || stored?.task || ''),
      rounds: rounds.filter((round) => round.tools.length > 0),
      report: result ?? said,
      streaming: tool.status === 'running' && result === undefined,
      iteration: told?.iteration ?? null,
      waits: rounds.some((round) => round.tools.some(isAsked)),
      known: told !== undefined || read || tool.status === 'running',
    }
    return { ...tool, helper, milliseconds: tool.milliseconds ?? told?.milliseconds ?? null }
  }

  private say(call: string, text: string): void {
    const path = parentOf(call)
    const said = this.texts.get(path) ?? new Map<string, string>()
    this.texts.set(path, said.set(nameOf(localOf(call)), text))
  }
}

/** Whether a call, or one that was made for it, waits for the person. */
export function isAsked(tool: ToolView): boolean {
  return tool.approval?.status === 'pending' || tool.helper?.waits === true
}

/** All calls of all agents, by key. */
function callsOf({ stored, live, steps, approvals, over }: Sources): Map<string, ToolView> {
  const found = new Map<string, ToolView>()
  for (const { key, name, agentId, status, error, milliseconds, charted, deletedNote, memoryChange } of stored) {
    const deleted: Deleted | null = deletedNote ? { what: 'note', id: deletedNote } : memoryChange ? { what: 'memory', id: memoryChange } : null
    found.set(key, { key, name, agentId, status, error, milliseconds, charted, deleted })
  }
  for (const step of steps) {
    if (step.kind !== 'tool' && step.kind !== 'helper') continue
    const before = found.get(step.key)
    found.set(step.key, {
      key: step.key, name: step.name ?? '', agentId: step.agentId, status: step.status, error: step.error ?? null,
      milliseconds: before?.milliseconds ?? null, arguments: step.input ?? {}, result: resultOf(step), deleted: deletedBy(step.name ?? '', resultOf(step)),
    })
  }
  for (const tool of live?.tools ?? []) {
    const before = found.get(tool.call)
    if (before && before.status !== 'running' && tool.status === 'running') continue
    found.set(tool.call, {
      key: tool.call, name: tool.name, agentId: tool.agent, status: tool.status, error: tool.error ?? null,
      milliseconds: tool.milliseconds ?? null, arguments: tool.arguments, result: tool.result, deleted: deletedBy(tool.name, tool.result),
    })
  }
  if (over) {
    for (const [key, tool] of found) if (tool.status === 'running') found.set(key, { ...tool, status: 'stopped' })
    return found
  }
  for (const approval of approvals) {
    if (found.has(approval.stepKey) || !SHOWN.has(approval.status)) continue
    found.set(approval.stepKey, {
      key: approval.stepKey, name: approval.tool, agentId: approval.agentId, status: 'asked', error: null, milliseconds: null,
      arguments: approval.arguments, approval,
    })
  }
  return found
}

/** What was said stays to be seen until what comes of it is there. */
const SHOWN = new Set<Approval['status']>(['pending', 'approved', 'used', 'denied', 'expired', 'changed'])

const FROM_MEMORY = new Set(['delete_entities', 'delete_observations', 'delete_relations'])

/** What a call deleted; a call that found nothing has deleted nothing. */
function deletedBy(name: string, result: unknown): Deleted | null {
  if (typeof result !== 'object' || result === null) return null
  const { id, change } = result as { id?: unknown; change?: unknown }
  if (name === 'deleteNote' && typeof id === 'string') return { what: 'note', id }
  return FROM_MEMORY.has(name) && typeof change === 'string' ? { what: 'memory', id: change } : null
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

/** The part of a key that names the call of whoever works at `path`. */
function ownPart(key: string, path: string): string {
  return (path ? key.slice(path.length + 1) : key).split('/')[0]!
}

// The journal's keys name the rounds: `model:2`, `tool:2:1`, `model:revision-1`.
function nameOf(key: string): string {
  const [kind, name = ''] = key.split(':')
  return kind === 'callable' ? '1' : name.replace(/@\d+$/, '')
}

const REVISED = /^(revision|join-again)-/
/** What is said after all other rounds: the parts of a message are joined, an answer is revised. */
const CLOSING = /^(revision|join)-/

function orderOf(name: string): number {
  const number = Number(/\d+$/.exec(name)?.[0] ?? 0)
  return REVISED.test(name) ? 2_000_000 + number : CLOSING.test(name) ? 1_000_000 + number : number
}

const indexOf = (key: string): number => Number(key.split(':')[2] ?? 0)
