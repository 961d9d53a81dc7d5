import type { RoutingChange } from './types'

/** A change of one agent, setting or correction, ready to be said. */
export type ChangeLine =
  | { what: 'joined' | 'left' }
  /** A list that gained and lost entries. */
  | { what: 'list'; field: string; added: string[]; removed: string[] }
  /** A list whose entries only stand in another order. */
  | { what: 'order'; field: string }
  /** A short value. */
  | { what: 'value'; field: string; before: string; after: string }
  /** Prose that is too long for a line. */
  | { what: 'prose'; field: string; before: string; after: string }
  /** A setting; nothing where it is as installed. */
  | { what: 'rule'; name: string; before: string | null; after: string | null }
  /** The stages that run; nothing where they are as installed. */
  | { what: 'stages'; stages: string[] | null }
  /** What a person said about a decision, or took back. */
  | { what: 'learned' | 'forgotten'; message: string }

const LONG = 48

/** What a value of a release is called in a sentence; nothing is a dash. */
export function written(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)
}

const listOf = (value: unknown): string[] | null => (Array.isArray(value) ? value.map(written) : null)

const settingOf = (value: unknown): string | null => (value === null || value === undefined ? null : written(value))

/** Says what a change is, so that a sentence can be made of it. */
export function lineOf(change: RoutingChange): ChangeLine {
  const { kind, subject, name, before, after } = change
  if (subject === 'rule') {
    if (listOf(before) || listOf(after)) return { what: 'stages', stages: listOf(after) }
    return { what: 'rule', name, before: settingOf(before), after: settingOf(after) }
  }
  if (subject === 'example') {
    return kind === 'removed'
      ? { what: 'forgotten', message: written(before) }
      : { what: 'learned', message: written(after) }
  }
  if (!change.field) return { what: kind === 'removed' ? 'left' : 'joined' }
  const field = change.field
  const [had, has] = [listOf(before), listOf(after)]
  if (had || has) {
    const [from, to] = [had ?? [], has ?? []]
    const added = without(to, from)
    const removed = without(from, to)
    return added.length || removed.length ? { what: 'list', field, added, removed } : { what: 'order', field }
  }
  const [from, to] = [written(before), written(after)]
  return { what: from.length > LONG || to.length > LONG ? 'prose' : 'value', field, before: from, after: to }
}

/** What `all` holds more often than `others`, in its order. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  return all.filter((one) => {
    const there = left.get(one) ?? 0
    left.set(one, there - 1)
    return there <= 0
  })
}

export interface ChangeGroup {
  /** The agent that they are about; nothing for settings. */
  agent: string | null
  /** What it is called in the releases, where they say so: it may be gone from the roster. */
  name: string | null
  lines: ChangeLine[]
}

/** The changes by whom they are about, in the order in which each is first named; settings last. */
export function grouped(changes: readonly RoutingChange[]): ChangeGroup[] {
  const groups = new Map<string | null, ChangeGroup>()
  for (const change of changes) {
    const agent = change.subject === 'rule' ? null : change.name
    const group = groups.get(agent) ?? { agent, name: null, lines: [] }
    if (change.subject === 'agent' && !change.field) group.name = written(change.after ?? change.before)
    group.lines.push(lineOf(change))
    groups.set(agent, group)
  }
  const all = [...groups.values()]
  return [...all.filter(({ agent }) => agent !== null), ...all.filter(({ agent }) => agent === null)]
}
