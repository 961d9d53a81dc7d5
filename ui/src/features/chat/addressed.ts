import type { Agent } from '@/client/api'
import { plain } from '@/lib/plain'

/** Whether a message can be addressed to an agent. */
export function addressable(agent: Agent): boolean {
  return agent.status === 'active' && agent.role !== 'helper' && agent.role !== 'supervisor'
}

/** Takes the agent that a text begins by addressing (`@peter solve …`) off it. */
export function addressed(text: string, agents: readonly Agent[]): { agent: Agent; rest: string } | null {
  const match = /^\s*@([\p{L}\p{N}_-]{1,64})[\s,:]+(?=\S)/u.exec(text)
  if (!match) return null
  const name = plain(match[1]!)
  const agent = agents.find((one) => addressable(one) && (plain(one.id) === name || plain(one.name) === name))
  return agent ? { agent, rest: text.slice(match[0].length) } : null
}
