import type { QueryClient, QueryKey } from '@tanstack/react-query'

import type { LiveFact } from './turns'

/** The keys of everything that is read from the server; what an event touches is read again. */
export const keys = {
  me: ['me'],
  overview: ['overview'],
  agents: ['agents'],
  agent: (id: string) => ['agents', id],
  agentHealth: ['agents', 'health'],
  agentMetrics: (id: string) => ['metrics', id],
  metrics: ['metrics'],
  graph: ['graph'],
  tools: ['tools'],
  models: ['models'],
  conversations: ['conversations'],
  conversation: (id: string) => ['conversation', id],
  executions: ['executions'],
  execution: (id: string) => ['execution', id],
  decision: (id: string) => ['decision', id],
  decisions: ['decisions'],
  events: ['events'],
  eventStatistics: ['event-statistics'],
  search: ['search'],
  keys: ['keys'],
  mcpServers: ['mcp-servers'],
  mcpTools: (id: string) => ['mcp-servers', id],
  credentials: ['credentials'],
  approvals: ['approvals'],
  grants: ['grants'],
  knowledge: ['knowledge'],
} as const satisfies Record<string, QueryKey | ((id: string) => QueryKey)>

const AFTER: Record<string, (fact: LiveFact) => QueryKey[]> = {
  'agent.registered': () => [keys.agents, keys.graph, keys.overview, keys.tools],
  'agent.removed': () => [keys.agents, keys.graph, keys.overview, keys.tools],
  'knowledge.changed': () => [keys.knowledge],
  'tools.changed': () => [keys.tools, keys.mcpServers, keys.agentHealth],
  'credential.changed': () => [keys.credentials, keys.mcpServers, keys.tools, keys.agentHealth],
  'approval.requested': () => [keys.approvals, keys.overview],
  'approval.decided': (fact) => [
    keys.approvals, keys.grants, keys.overview, ['conversation'], keys.executions, keys.execution(fact.executionId ?? ''),
  ],
  'conversation.changed': (fact) => [keys.overview, keys.conversations, keys.conversation(String(fact.data.conversationId))],
  'agent-delegation': () => [keys.decisions],
  'execution.started': (fact) => [keys.overview, keys.conversations, keys.conversation(String(fact.data.conversationId)), keys.executions],
  'execution.waiting': (fact) => [keys.overview, keys.executions, keys.execution(fact.executionId ?? '')],
  done: (fact) => [
    // Use keeps a runtime agent from expiring.
    ...(fact.agent?.startsWith('custom_') ? [keys.agents] : []),
    keys.overview, keys.conversations, ['conversation'], keys.executions, keys.execution(fact.executionId ?? ''),
    keys.metrics, keys.eventStatistics,
  ],
}

const GATHER_MS = 120
const waiting = new Map<string, QueryKey>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Reads again, shortly, what `fact` has changed, where somebody looks at it; a burst is read once. */
export function refreshAfter(queries: QueryClient, fact: LiveFact): void {
  for (const key of AFTER[fact.kind]?.(fact) ?? []) waiting.set(JSON.stringify(key), key)
  if (!waiting.size || timer) return
  timer = setTimeout(() => {
    timer = undefined
    const due = [...waiting.values()]
    waiting.clear()
    for (const queryKey of due) void queries.invalidateQueries({ queryKey })
  }, GATHER_MS)
}

/** Reads everything again, after a gap. */
export function refreshAll(queries: QueryClient): void {
  void queries.invalidateQueries()
}
