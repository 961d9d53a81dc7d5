import type { Agent } from '@/client/api'

/** An agent whose name a person is writing, and where it stands in the text. */
export interface Mention {
  /** Where the `@` stands. */
  at: number
  query: string
}

/** Returns the mention that is being written before the caret, or nothing. */
export function mentionAt(text: string, caret: number): Mention | null {
  const match = /(?:^|\s)@([\p{L}\p{N}_-]{0,40})$/u.exec(text.slice(0, caret))
  return match ? { at: caret - match[1]!.length - 1, query: match[1]! } : null
}

/** Returns `text` without the mention that ends at `caret`, and where the caret stands then. */
export function withoutMention(text: string, mention: Mention, caret: number): { text: string; caret: number } {
  const before = text.slice(0, mention.at).replace(/^\s+/, '')
  const after = text.slice(caret)
  return { text: before + (/\s$|^$/.test(before) ? after.replace(/^\s+/, '') : after), caret: before.length }
}

/** Agents that can be addressed and match, best first: by the beginning of the name or id, then anywhere in it. */
export function matching(agents: readonly Agent[], query: string): Agent[] {
  const sought = plain(query)
  const rank = (agent: Agent) => {
    const names = [plain(agent.name), plain(agent.id)]
    if (names.some((name) => name.startsWith(sought))) return 0
    return names.some((name) => name.includes(sought)) ? 1 : 2
  }
  return agents
    .filter((agent) => addressable(agent) && rank(agent) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, 8)
}

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

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
