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
  connections: ['connections'],
  connectionUses: (id: string) => ['connection-uses', id],
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
  people: ['people'],
  signIn: ['sign-in'],
  sessions: ['sessions'],
  audit: ['audit'],
  mcpServers: ['mcp-servers'],
  mcpTools: (id: string) => ['mcp-servers', id],
  credentials: ['credentials'],
  approvals: ['approvals'],
  grants: ['grants'],
  knowledge: ['knowledge'],
  swarms: ['swarms'],
  swarmTemplates: ['swarm-templates'],
  swarm: (id: string) => ['swarm', id],
  residents: (swarmId: string) => ['residents', swarmId],
  residentHistory: (residentId: string) => ['resident-history', residentId],
  rooms: (swarmId: string) => ['rooms', swarmId],
  roomMail: (roomId: string) => ['room-mail', roomId],
  swarmMail: (swarmId: string) => ['swarm-mail', swarmId],
  mail: (id: string) => ['mail', id],
  waits: (swarmId: string) => ['waits', swarmId],
  flow: (swarmId: string) => ['flow', swarmId],
  documents: ['documents'],
  document: (id: string) => ['document', id],
  embedder: ['embedder'],
  embedderChoice: ['embedder', 'choice'],
  workspaces: ['workspaces'],
  lentFolders: ['lent-folders'],
  grantedPackages: ['granted-packages'],
  figures: ['figures'],
  budgets: ['budgets'],
  preferences: ['preferences'],
  retention: ['retention'],
  logLevel: ['log-level'],
  tasks: ['tasks'],
  task: (id: string) => ['task', id],
  projects: ['projects'],
  reminders: ['reminders'],
  schedules: ['schedules'],
  schedule: (id: string) => ['schedule', id],
  routing: ['routing'],
  routingState: ['routing', 'state'],
  releases: ['routing', 'releases'],
  routingRules: ['routing', 'rules'],
  golden: ['routing', 'golden'],
  misroutes: ['routing', 'misroutes'],
  lint: ['routing', 'lint'],
  savings: ['routing', 'savings'],
  traffic: ['routing', 'traffic'],
  canary: ['routing', 'canary'],
} as const satisfies Record<string, QueryKey | ((id: string) => QueryKey)>

/** Whether it happened in a turn of a resident, whose thread is nowhere among the conversations. */
const ofResident = (fact: LiveFact): boolean => Boolean(fact.residentId)
const swarmOf = (fact: LiveFact): string => String(fact.data.swarm ?? fact.swarmId)
const residentOf = (fact: LiveFact): string => String(fact.data.resident ?? fact.residentId)

const afterDocument = (fact: LiveFact): QueryKey[] => [
  keys.documents,
  keys.document(String(fact.data.documentId)),
  keys.embedder,
  keys.projects,
]
const afterTask = (fact: LiveFact): QueryKey[] => [keys.tasks, keys.task(String(fact.data.taskId)), keys.projects]
const afterSchedule = (fact: LiveFact): QueryKey[] => [keys.schedules, keys.schedule(String(fact.data.scheduleId))]

const AFTER: Record<string, (fact: LiveFact) => QueryKey[]> = {
  'agent.registered': () => [keys.agents, keys.graph, keys.overview, keys.tools, keys.routing],
  'agent.removed': () => [keys.agents, keys.graph, keys.overview, keys.tools, keys.routing],
  'routing.published': () => [keys.routing, keys.agents],
  'routing.candidate': () => [keys.routing],
  'routing.canary_ended': () => [keys.routing],
  'knowledge.changed': () => [keys.knowledge],
  'tools.changed': () => [keys.tools, keys.mcpServers, keys.agentHealth],
  'credential.changed': () => [keys.credentials, keys.mcpServers, keys.tools, keys.agentHealth],
  'approval.requested': (fact) => [
    keys.approvals,
    keys.overview,
    ...(ofResident(fact) ? [keys.residents(swarmOf(fact)), keys.waits(swarmOf(fact))] : []),
  ],
  'approval.decided': (fact) => [
    keys.approvals,
    keys.grants,
    keys.overview,
    keys.executions,
    keys.execution(fact.executionId ?? ''),
    ...(ofResident(fact)
      ? [keys.residents(swarmOf(fact)), keys.residentHistory(residentOf(fact)), keys.waits(swarmOf(fact))]
      : [['conversation']]),
  ],
  'conversation.changed': (fact) => [
    keys.overview,
    keys.conversations,
    keys.conversation(String(fact.data.conversationId)),
    keys.projects,
  ],
  'agent-delegation': () => [keys.decisions, keys.savings, keys.traffic, keys.canary],
  'execution.started': (fact) =>
    ofResident(fact)
      ? [keys.overview, keys.executions]
      : [keys.overview, keys.conversations, keys.conversation(String(fact.data.conversationId)), keys.executions],
  'execution.waiting': (fact) => [keys.overview, keys.executions, keys.execution(fact.executionId ?? '')],
  done: (fact) =>
    ofResident(fact)
      ? [keys.overview, keys.executions, keys.execution(fact.executionId ?? ''), keys.metrics, keys.eventStatistics]
      : [
          // Use keeps a runtime agent from expiring.
          keys.agents,
          keys.overview,
          keys.conversations,
          ['conversation'],
          keys.executions,
          keys.execution(fact.executionId ?? ''),
          // The history of a schedule says how its runs ended.
          keys.metrics,
          keys.eventStatistics,
          ['schedule'],
          keys.canary,
          // Its programs may have written files, and a person may have granted it a package.
          keys.workspaces,
          keys.grantedPackages,
        ],
  'document.added': afterDocument,
  'document.indexed': afterDocument,
  'document.failed': afterDocument,
  'document.deleted': afterDocument,
  'task.created': afterTask,
  'task.changed': afterTask,
  'task.started': afterTask,
  'task.submitted': afterTask,
  'task.accepted': afterTask,
  'task.returned': afterTask,
  'task.commented': afterTask,
  'task.deleted': afterTask,
  'project.changed': () => [keys.projects],
  'budget.changed': () => [keys.budgets],
  'budget.near': () => [keys.budgets],
  'reminder.changed': () => [keys.reminders],
  'reminder.delivered': () => [keys.reminders],
  'schedule.created': afterSchedule,
  'schedule.changed': afterSchedule,
  'schedule.fired': afterSchedule,
  'schedule.skipped': afterSchedule,
  'schedule.failed': afterSchedule,
  'schedule.deleted': afterSchedule,
  'swarm.changed': (fact) => [
    keys.swarms,
    keys.swarm(swarmOf(fact)),
    keys.residents(swarmOf(fact)),
    keys.rooms(swarmOf(fact)),
    ['room-mail'],
    keys.waits(swarmOf(fact)),
    ['resident-history'],
  ],
  'resident.changed': (fact) => [
    keys.swarms,
    keys.swarm(swarmOf(fact)),
    keys.residents(swarmOf(fact)),
    keys.residentHistory(residentOf(fact)),
    ...(fact.data.change === 'created' ? [keys.rooms(swarmOf(fact))] : []),
  ],
  'resident.woken': (fact) => [
    keys.swarms,
    keys.swarm(swarmOf(fact)),
    keys.residents(swarmOf(fact)),
    keys.residentHistory(residentOf(fact)),
    keys.waits(swarmOf(fact)),
    ...(typeof fact.data.room === 'string' ? [keys.roomMail(fact.data.room)] : []),
  ],
  'resident.slept': (fact) => [
    keys.swarms,
    keys.swarm(swarmOf(fact)),
    keys.residents(swarmOf(fact)),
    keys.residentHistory(residentOf(fact)),
    keys.waits(swarmOf(fact)),
    ['room-mail'],
    keys.swarmMail(swarmOf(fact)),
    ['mail'],
  ],
  'room.changed': (fact) => [
    keys.rooms(swarmOf(fact)),
    keys.swarms,
    keys.swarm(swarmOf(fact)),
    keys.waits(swarmOf(fact)),
    keys.roomMail(String(fact.data.room)),
  ],
  'mail.sent': (fact) => [
    keys.roomMail(String(fact.data.room)),
    keys.rooms(swarmOf(fact)),
    keys.swarms,
    keys.swarm(swarmOf(fact)),
    keys.residents(swarmOf(fact)),
    keys.swarmMail(swarmOf(fact)),
    keys.waits(swarmOf(fact)),
    keys.flow(swarmOf(fact)),
  ],
  'mail.died': (fact) => [
    ['room-mail'],
    keys.swarms,
    keys.swarm(swarmOf(fact)),
    keys.residents(swarmOf(fact)),
    keys.swarmMail(swarmOf(fact)),
    keys.mail(String(fact.data.mail)),
    keys.waits(swarmOf(fact)),
  ],
}

const GATHER_MS = 120
const waiting = new Map<string, QueryKey>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Reads again, shortly, what `fact` has changed, where somebody looks at it; a burst is read once. */
export function refreshAfter(queries: QueryClient, fact: LiveFact): void {
  for (const key of AFTER[fact.kind]?.(fact) ?? []) waiting.set(JSON.stringify(key), key)
  schedule(queries)
}

function schedule(queries: QueryClient): void {
  if (!waiting.size || timer) return
  timer = setTimeout(() => {
    timer = undefined
    for (const [name, queryKey] of waiting) {
      // What is being read is read again after it has come: in a long burst each new reading would end the one before.
      if (queries.isFetching({ queryKey })) continue
      waiting.delete(name)
      void queries.invalidateQueries({ queryKey })
    }
    schedule(queries)
  }, GATHER_MS)
}

/** Reads everything again, after a gap. */
export function refreshAll(queries: QueryClient): void {
  void queries.invalidateQueries()
}
