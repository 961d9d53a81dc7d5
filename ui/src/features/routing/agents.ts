import type { Agent } from '@/client/api'

/** The agents that routing may choose, by name. */
export function routable(agents: readonly Agent[]): Agent[] {
  return agents
    .filter((agent) => (agent.role === 'specialist' || agent.role === 'custom') && agent.status !== 'archived')
    .sort((a, b) => a.name.localeCompare(b.name))
}
