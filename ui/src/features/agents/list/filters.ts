import type { Agent, Schemas } from '@/client/api'
import { plain } from '@/lib/plain'
import type { Why } from '@/lib/why'

export type Figures = Schemas['AgentMetrics']
export type Health = Schemas['AgentHealth']

/** An agent with all that the list shows of it. */
export interface Entry {
  agent: Agent
  figures: Figures | undefined
  /** What is missing for it to answer; nothing where it could or where that is not known yet. */
  trouble: Health | undefined
  /** What it wants and cannot have now; it works without. */
  wants: readonly Why[]
}

const NONE: readonly Why[] = []

export type SortKey = 'roster' | 'name' | 'used' | 'runs' | 'success'
export interface Sorting {
  by: SortKey
  /** The greatest, latest or last first. */
  down: boolean
}

export interface Filters {
  text: string
  role: Agent['role'] | 'all'
  /** `current` is all that is not archived. */
  status: Agent['status'] | 'current' | 'all'
  origin: Agent['origin'] | 'all'
  health: 'all' | 'ready' | 'trouble'
}

export const NO_FILTERS: Filters = { text: '', role: 'all', status: 'current', origin: 'all', health: 'all' }

/** How many filters besides the text are set. */
export function filterCount(filters: Filters): number {
  return (['role', 'status', 'origin', 'health'] as const).filter((key) => filters[key] !== NO_FILTERS[key]).length
}

/** The entries that pass the filters, in the order asked for; equal ones keep the order of the roster. */
export function shown(entries: readonly Entry[], filters: Filters, sorting: Sorting, language: string): Entry[] {
  const words = plain(filters.text).split(/\s+/).filter(Boolean)
  const found = entries.filter(({ agent, trouble }) => {
    if (filters.role !== 'all' && agent.role !== filters.role) return false
    if (
      filters.status === 'current'
        ? agent.status === 'archived'
        : filters.status !== 'all' && agent.status !== filters.status
    )
      return false
    if (filters.origin !== 'all' && agent.origin !== filters.origin) return false
    if (filters.health !== 'all' && (trouble !== undefined) !== (filters.health === 'trouble')) return false
    if (!words.length) return true
    const text = plain(`${agent.id}\n${agent.name}\n${agent.description}\n${agent.tags.join(' ')}`)
    return words.every((word) => text.includes(word))
  })
  if (sorting.by === 'roster') return sorting.down ? found.reverse() : found
  const compare = comparer(sorting.by, language)
  return found.sort((one, other) => compare(one, other, sorting.down ? -1 : 1))
}

type Compare = (one: Entry, other: Entry, way: 1 | -1) => number

function comparer(by: Exclude<SortKey, 'roster'>, language: string): Compare {
  if (by === 'name') {
    const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
    return (one, other, way) => way * compare(one.agent.name, other.agent.name)
  }
  const value = {
    used: lastUse,
    runs: (entry: Entry) => entry.figures?.executions ?? 0,
    success: (entry: Entry) => entry.figures?.successRate ?? null,
  }[by]
  return (one, other, way) => {
    const [left, right] = [value(one), value(other)]
    // Those without a value stand last, whichever way it is sorted.
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return way * (left - right)
  }
}

function lastUse(entry: Entry): number | null {
  const at = lastUsedAt(entry)
  return at ? Date.parse(at) : null
}

/** When an agent last did something, as far as either source knows. */
export function lastUsedAt({ agent, figures }: Entry): string | null {
  const times = [agent.lastUsedAt, figures?.lastUsedAt].filter((at) => typeof at === 'string')
  return times.sort((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null
}

/** Puts what is known of each agent together. */
export function entriesOf(
  agents: readonly Agent[],
  figures: readonly Figures[],
  health: readonly Health[],
  hidden: ReadonlySet<string>,
): Entry[] {
  const figuresOf = new Map(figures.map((one) => [one.agentId, one]))
  const troubleOf = new Map(health.flatMap((one) => (one.healthy ? [] : [[one.id, one] as const])))
  const wantsOf = new Map(health.map((one) => [one.id, one.wants]))
  return agents
    .filter((agent) => !hidden.has(agent.id))
    .map((agent) => ({
      agent,
      figures: figuresOf.get(agent.id),
      trouble: troubleOf.get(agent.id),
      wants: wantsOf.get(agent.id) ?? NONE,
    }))
}
