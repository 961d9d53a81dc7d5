import type { Conversation } from '@/client/api'

export type Grouping = 'time' | 'agent'

const TIMES = ['pinned', 'today', 'earlier'] as const
type Group = (typeof TIMES)[number] | { agent: string }

/** A line of the list: the head of a group, or a thread. */
export type Line = { type: 'head'; key: string; group: Group } | { type: 'thread'; key: string; thread: Conversation }

/** Lays threads out in groups; within a group they stay in the order given. `midnight` is when today began. */
export function inGroups(threads: readonly Conversation[], grouping: Grouping, midnight: number): Line[] {
  const groups = new Map<string, { group: Group; members: Conversation[] }>()
  const groupOf = (thread: Conversation): Group => {
    if (grouping === 'agent') return { agent: thread.agentId }
    if (thread.pinned) return 'pinned'
    return Date.parse(thread.updatedAt) >= midnight ? 'today' : 'earlier'
  }
  if (grouping === 'time') for (const group of TIMES) groups.set(group, { group, members: [] })
  for (const thread of threads) {
    const group = groupOf(thread)
    const key = typeof group === 'string' ? group : `agent ${group.agent}`
    const found = groups.get(key)
    if (found) found.members.push(thread)
    else groups.set(key, { group, members: [thread] })
  }
  const lines: Line[] = []
  for (const [key, { group, members }] of groups) {
    if (!members.length) continue
    lines.push({ type: 'head', key, group })
    for (const thread of members) lines.push({ type: 'thread', key: thread.id, thread })
  }
  return lines
}

/** Leaves out what came twice, which happens when a thread moved between two pages. */
export function distinct(threads: readonly Conversation[]): Conversation[] {
  const seen = new Set<string>()
  return threads.filter((thread) => !seen.has(thread.id) && seen.add(thread.id))
}

/** The line of the thread that is `step` threads away from the one at `from`; `from` itself where there is none. */
export function neighbour(lines: readonly Line[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) {
    if (lines[at]!.type === 'thread') return at
  }
  return from
}
