import type { Agent } from '@/client/api'
import { plain } from '@/lib/plain'

const RECENT = 4

/** Agents as the picker lays them out; those that are archived, and the supervisor, are left out. */
export interface Choices {
  recent: Agent[]
  others: Agent[]
  helpers: Agent[]
}

/** Lays agents out: those used lately first, then the others by name, then helpers. */
export function choices(agents: readonly Agent[], language: string): Choices {
  const names = new Intl.Collator(language)
  const there = agents
    .filter((agent) => agent.status !== 'archived' && agent.role !== 'supervisor')
    .sort((a, b) => names.compare(a.name, b.name))
  const used = there
    .filter((agent) => agent.lastUsedAt && agent.status === 'active')
    .sort((a, b) => Date.parse(b.lastUsedAt!) - Date.parse(a.lastUsedAt!))
  const recent = used.slice(0, RECENT)
  const rest = there.filter((agent) => !recent.includes(agent))
  return {
    recent,
    others: rest.filter((agent) => agent.role !== 'helper'),
    helpers: rest.filter((agent) => agent.role === 'helper'),
  }
}

/**
 * Returns the agents that have every word sought in name, description or tags, whatever case and diacritics.
 *
 * Those whose name begins with what is sought come first, then those that have it in their name.
 */
export function sought(agents: readonly Agent[], query: string): Agent[] {
  const wanted = plain(query).trim()
  const words = wanted.split(/\s+/)
  const rank = (agent: Agent) => {
    const name = plain(agent.name)
    return name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2
  }
  return agents
    .filter((agent) => {
      const text = plain([agent.name, agent.id, agent.description, ...agent.tags].join(' '))
      return words.every((word) => text.includes(word))
    })
    .sort((a, b) => rank(a) - rank(b))
}
