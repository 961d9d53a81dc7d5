import type { Approval } from '@/components/approval'
import { byIndex, depthOf, placeOf, type Place } from '@/live/place'
import type { LiveTurn } from '@/live/turns'
import type { Why } from '@/lib/why'

import type { TurnEntry } from '../types'

/** A mail that was read. */
export interface ReadMail {
  id: string | null
  sender: string
  text: string
}

/** A tool call as far as it has come. */
export interface CallPart {
  kind: 'call'
  key: string
  place: Place
  tool: string
  arguments: Record<string, unknown>
  /** Its arguments as far as the model has said them, before the call is made. */
  coming: string | null
  status: 'asked' | 'running' | 'completed' | 'failed' | 'stopped'
  result: unknown
  error: string | null
  /** The error as a code with values, where there is one. */
  why?: Why | null | undefined
  /** The mail that the call sent. */
  mailId: string | null
  /** The person's word that it waits for. */
  approval: Approval | null
}

/** What a turn consists of, in order. */
export type Part =
  | { kind: 'read'; key: string; mails: ReadMail[] }
  | { kind: 'thinking'; key: string; text: string; streaming: boolean }
  | { kind: 'thought'; key: string; text: string; streaming: boolean }
  | { kind: 'said'; key: string; text: string; mailId: string | null }
  | CallPart

export interface Sources {
  entries: readonly TurnEntry[]
  /** What events told of it. */
  live: LiveTurn | undefined
  approvals: readonly Approval[]
  /** Nothing more happens in it. */
  over: boolean
}

/** Returns the parts of a turn: what was stored of it, and what events have told since. */
export function partsOf({ entries, live, approvals, over }: Sources): Part[] {
  const rounds = new Rounds()
  for (const entry of entries) rounds.put(entry)
  if (!over) {
    for (const { call, place, text } of live?.thoughts ?? [])
      if (!depthOf(place)) rounds.ponder(roundOf(place), text, live?.openCall === call)
    for (const { step, place, name, text } of live?.coming ?? []) {
      if (!depthOf(place)) rounds.call(step, place, { tool: name, status: 'running', coming: text })
    }
    for (const { call, place, text } of live?.texts ?? [])
      if (!depthOf(place)) rounds.say(roundOf(place), text, live?.openCall === call)
    for (const tool of live?.tools ?? []) {
      if (depthOf(tool.place)) continue
      rounds.call(tool.call, tool.place, {
        tool: tool.name,
        arguments: tool.arguments,
        coming: null,
        status: tool.status,
        result: tool.result,
        error: tool.error ?? null,
        why: tool.why,
      })
    }
  }
  for (const approval of approvals) {
    if (!depthOf(placeOf(approval))) rounds.ask(approval)
  }
  return rounds.all(over)
}

class Rounds {
  private readonly read: ReadMail[] = []
  private readonly thoughts = new Map<number, Part[]>()
  /** What was thought before anything was said, by round. */
  private readonly pondered = new Map<number, Part>()
  private readonly calls = new Map<string, CallPart>()
  private readonly stored = new Set<number>()

  put(entry: TurnEntry): void {
    switch (entry.kind) {
      case 'mail':
        this.read.push({ id: entry.mailId ?? null, sender: entry.sender ?? '', text: entry.text ?? '' })
        return
      case 'thought':
      case 'said': {
        const round = roundOf(placeOf(entry))
        this.stored.add(round)
        const key = `${entry.kind}:${round}:${this.thoughts.get(round)?.length ?? 0}`
        const text = entry.text ?? ''
        this.think(
          round,
          entry.kind === 'said'
            ? { kind: 'said', key, text, mailId: entry.mailId ?? null }
            : { kind: 'thought', key, text, streaming: false },
        )
        return
      }
      case 'call': {
        const key = entry.callId ?? `call:${this.calls.size}`
        this.call(key, placeOf(entry), {
          tool: entry.tool ?? '',
          arguments: record(entry.arguments),
          status: 'running',
        })
        return
      }
      default: {
        const key = entry.callId ?? ''
        const failed = typeof entry.error === 'string'
        this.call(key, placeOf(entry), {
          ...(this.calls.has(key) ? {} : { tool: entry.tool ?? '' }),
          status: failed ? 'failed' : 'completed',
          result: entry.result,
          error: failed ? (entry.error ?? '') : null,
          why: entry.why,
          mailId: entry.mailId ?? null,
        })
      }
    }
  }

  /** What events told of a round that is not stored yet; a later attempt stands for an earlier one. */
  say(round: number, text: string, streaming: boolean): void {
    if (this.stored.has(round)) return
    this.thoughts.set(
      round,
      text.trim() || streaming ? [{ kind: 'thought', key: `thought:${round}:0`, text, streaming }] : [],
    )
  }

  ponder(round: number, text: string, streaming: boolean): void {
    if (text.trim()) this.pondered.set(round, { kind: 'thinking', key: `thinking:${round}`, text, streaming })
  }

  call(key: string, place: Place, change: Partial<CallPart>): void {
    const had = this.calls.get(key)
    if (had && isOver(had) && change.status === 'running') return
    this.calls.set(key, {
      kind: 'call',
      key,
      place,
      tool: '',
      arguments: {},
      coming: null,
      status: 'running',
      result: undefined,
      error: null,
      mailId: null,
      approval: null,
      ...had,
      ...change,
    })
  }

  ask(approval: Approval): void {
    const had = this.calls.get(approval.stepKey)
    if (had && isOver(had)) return
    if (approval.status === 'pending')
      this.call(approval.stepKey, placeOf(approval), {
        tool: approval.tool,
        arguments: record(approval.arguments),
        status: 'asked',
        approval,
      })
  }

  all(over: boolean): Part[] {
    const calls = [...this.calls.values()].map((call) => (over && !isOver(call) ? stopped(call) : call))
    const rounds = [
      ...new Set([...this.pondered.keys(), ...this.thoughts.keys(), ...calls.map((call) => roundOf(call.place))]),
    ].sort((a, b) => a - b)
    const parts: Part[] = this.read.length ? [{ kind: 'read', key: 'read', mails: this.read }] : []
    for (const round of rounds) {
      const pondered = this.pondered.get(round)
      if (pondered) parts.push(pondered)
      parts.push(...(this.thoughts.get(round) ?? []))
      parts.push(...calls.filter((call) => roundOf(call.place) === round).sort((a, b) => byIndex(a.place, b.place)))
    }
    return parts
  }

  private think(round: number, part: Part): void {
    this.thoughts.set(round, [...(this.thoughts.get(round) ?? []), part])
  }
}

const LONGEST_GIST = 120

/** What a call is about in a few words: whom it creates, else the first text that it was given. */
export function gistOf({ tool, arguments: given }: CallPart): string {
  const texts = (tool === 'create' ? [given.name, given.role] : Object.values(given).slice(0, 1)).filter(
    (one) => typeof one === 'string' && one.trim(),
  )
  const [line = ''] = texts.join(', ').trim().split('\n')
  return line.length > LONGEST_GIST ? `${line.slice(0, LONGEST_GIST)}…` : line
}

const stopped = (call: CallPart): CallPart => ({ ...call, status: 'stopped', approval: null })
const isOver = ({ status }: CallPart) => status === 'completed' || status === 'failed'

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** The round in which it happened; mail that nothing accounts for was said after all rounds. */
const roundOf = (place: Place): number => place.round ?? Number.MAX_SAFE_INTEGER
