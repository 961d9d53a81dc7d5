import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { root as basepath } from '@/client/api'

import { lazyPage } from './lazy-page'
import { PAGES } from './pages'
import { Missing, PageCrash } from './problems'
import { Shell } from './shell'

/** Text of an address that may be missing or of another kind. */
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
const oneOf = <T extends string>(value: unknown, ...known: T[]) => known.find((one) => one === value)

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  notFoundComponent: Missing,
  errorComponent: PageCrash,
})

// Each page is loaded when it is first opened.
const page = <To extends string>(path: To, load: () => Promise<{ default: ComponentType }>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyPage(load) })
type RouteOf<P> = P extends { to: infer To extends string; load: unknown } ? ReturnType<typeof page<To>> : never
const pages = PAGES.flatMap((one) => ('load' in one ? [page(one.to, one.load)] : [])) as RouteOf<
  (typeof PAGES)[number]
>[]
export interface ChatSearch {
  /** Begins a thread with this agent. */
  agent?: string | undefined
  mode?: 'direct' | 'supervised' | undefined
  /** The execution to show. */
  turn?: string | undefined
  /** The decision that is open beside the thread. */
  decision?: string | undefined
  /** Text to begin the composer with. */
  draft?: string | undefined
  /** The project in which a conversation begins. */
  project?: string | undefined
}
const chatSearch = (search: Record<string, unknown>): ChatSearch => ({
  agent: text(search.agent),
  turn: text(search.turn),
  decision: text(search.decision),
  draft: text(search.draft),
  project: text(search.project),
  mode: search.mode === 'direct' || search.mode === 'supervised' ? search.mode : undefined,
})
const chatPage = lazyPage(() => import('@/features/chat'))
const chat = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat',
  component: chatPage,
  validateSearch: chatSearch,
})
const thread = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat/$conversationId',
  component: chatPage,
  validateSearch: chatSearch,
})
const editor = lazyPage(() => import('@/features/agents/editor'))
const newAgent = createRoute({ getParentRoute: () => rootRoute, path: '/agents/new', component: editor })
const agent = createRoute({ getParentRoute: () => rootRoute, path: '/agents/$agentId', component: editor })
const architecture = createRoute({
  getParentRoute: () => rootRoute,
  path: '/architecture',
  component: lazyPage(() => import('@/features/architecture')),
  validateSearch: (
    search: Record<string, unknown>,
  ): { agent?: string | undefined; execution?: string | undefined; decision?: string | undefined } => ({
    agent: text(search.agent),
    execution: text(search.execution),
    decision: text(search.decision),
  }),
})
export interface RoutingSearch {
  /** The explorer where it does not say. */
  tab?: 'releases' | 'rules' | 'golden' | 'misroutes' | 'lint' | 'savings' | undefined
  /** The past decision that the explorer shows. */
  decision?: string | undefined
  /** A message that the explorer tries. */
  message?: string | undefined
  /** The agent that answered last in the thread it is tried in. */
  last?: string | undefined
  /** The agent that the explorer tells why it did not get the message. */
  whyNot?: string | undefined
  /** The number of the release to show. */
  release?: string | undefined
  /** Only the golden cases that go elsewhere. */
  failing?: boolean | undefined
  /** The misroute to show. */
  misroute?: string | undefined
  /** The agent whose findings are shown. */
  agent?: string | undefined
}
const routing = createRoute({
  getParentRoute: () => rootRoute,
  path: '/routing',
  component: lazyPage(() => import('@/features/routing')),
  validateSearch: (search: Record<string, unknown>): RoutingSearch => ({
    tab: oneOf(search.tab, 'releases', 'rules', 'golden', 'misroutes', 'lint', 'savings'),
    decision: text(search.decision),
    message: text(search.message),
    last: text(search.last),
    whyNot: text(search.whyNot),
    release: text(search.release),
    misroute: text(search.misroute),
    agent: text(search.agent),
    failing: search.failing === true || undefined,
  }),
})
export interface MemorySearch {
  /** What is sought. */
  q?: string | undefined
  /** Shows what contains the text exactly, rather than its words in any form. */
  exact?: boolean | undefined
  type?: string | undefined
  /** Only what strangers may have written. */
  outside?: boolean | undefined
  /** The conversation whose memory it is; the lasting one where there is none. */
  scope?: string | undefined
  /** The entity to show. */
  entity?: string | undefined
  view?: 'facts' | 'graph' | undefined
  tab?: 'overview' | 'conflicts' | 'history' | undefined
}
const memory = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memory',
  component: lazyPage(() => import('@/features/memory')),
  validateSearch: (search: Record<string, unknown>): MemorySearch => ({
    q: text(search.q),
    type: text(search.type),
    scope: text(search.scope),
    entity: text(search.entity),
    exact: search.exact === true || undefined,
    outside: search.outside === true || undefined,
    view: search.view === 'graph' ? 'graph' : undefined,
    tab: search.tab === 'overview' || search.tab === 'conflicts' || search.tab === 'history' ? search.tab : undefined,
  }),
})
export interface DocumentsSearch {
  q?: string | undefined
  tag?: string | undefined
  source?: 'upload' | 'agent' | undefined
  /** How to search: as well as can be where it does not say. */
  by?: 'words' | 'meaning' | undefined
}
const documents = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memory/documents',
  component: lazyPage(() => import('@/features/memory/documents')),
  validateSearch: (search: Record<string, unknown>): DocumentsSearch => ({
    q: text(search.q),
    tag: text(search.tag),
    source: search.source === 'upload' || search.source === 'agent' ? search.source : undefined,
    by: search.by === 'words' || search.by === 'meaning' ? search.by : undefined,
  }),
})
const document = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memory/documents/$documentId',
  component: lazyPage(() => import('@/features/memory/documents/document')),
  validateSearch: (search: Record<string, unknown>): { passage?: string | undefined } => ({
    passage: text(search.passage),
  }),
})
const workspaces = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memory/workspaces',
  component: lazyPage(() => import('@/features/memory/workspaces')),
})
const workspace = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memory/workspaces/$workspaceId',
  component: lazyPage(() => import('@/features/memory/workspaces/workspace')),
  validateSearch: (search: Record<string, unknown>): { folder?: string | undefined; path?: string | undefined } => ({
    folder: text(search.folder),
    path: text(search.path),
  }),
})
const swarms = createRoute({
  getParentRoute: () => rootRoute,
  path: '/swarm',
  component: lazyPage(() => import('@/features/swarm')),
  validateSearch: (search: Record<string, unknown>): { new?: boolean | undefined; template?: string | undefined } => ({
    new: search.new === true || undefined,
    template: text(search.template),
  }),
})
export interface SwarmSearch {
  /** A room; or a resident, for the room of the person and that resident, which may not be there yet. */
  room?: string | undefined
  /** The mail to show in the room. */
  mail?: string | undefined
  /** Whose mind is open. */
  resident?: string | undefined
  /** The turn to show in it: an execution. */
  turn?: string | undefined
  view?: 'flow' | 'waits' | 'mail' | undefined
}
const swarm = createRoute({
  getParentRoute: () => rootRoute,
  path: '/swarm/$swarmId',
  component: lazyPage(() => import('@/features/swarm/layout')),
  validateSearch: (search: Record<string, unknown>): SwarmSearch => ({
    room: text(search.room),
    mail: text(search.mail),
    resident: text(search.resident),
    turn: text(search.turn),
    view: search.view === 'flow' || search.view === 'waits' || search.view === 'mail' ? search.view : undefined,
  }),
})
const tools = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools',
  component: lazyPage(() => import('@/features/tools')),
  validateSearch: (search: Record<string, unknown>): { tool?: string | undefined } => ({ tool: text(search.tool) }),
})
const servers = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools/servers',
  component: lazyPage(() => import('@/features/tools/servers')),
})
const credentials = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools/credentials',
  component: lazyPage(() => import('@/features/tools/credentials')),
})
const debug = createRoute({
  getParentRoute: () => rootRoute,
  path: '/debug',
  component: lazyPage(() => import('@/features/debug')),
  validateSearch: (
    search: Record<string, unknown>,
  ): { execution?: string | undefined; agent?: string | undefined; kind?: string | undefined } => ({
    execution: text(search.execution),
    agent: text(search.agent),
    kind: text(search.kind),
  }),
})
export interface TasksSearch {
  view?: 'list' | 'calendar' | undefined
  agent?: string | undefined
  priority?: 'low' | 'medium' | 'high' | 'urgent' | undefined
  tag?: string | undefined
  due?: 'overdue' | 'today' | 'week' | 'none' | undefined
  q?: string | undefined
  /** The order of the list. */
  sort?: 'due' | 'priority' | 'updated' | undefined
  /** The month of the calendar, `2026-05`. */
  month?: string | undefined
  /** The form for a new task is open. */
  new?: boolean | undefined
  /** The day on which the new task is due, `2026-05-04`. */
  on?: string | undefined
}
const tasks = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  component: lazyPage(() => import('@/features/tasks')),
  validateSearch: (search: Record<string, unknown>): TasksSearch => ({
    view: oneOf(search.view, 'list', 'calendar'),
    agent: text(search.agent),
    tag: text(search.tag),
    q: text(search.q),
    priority: oneOf(search.priority, 'low', 'medium', 'high', 'urgent'),
    due: oneOf(search.due, 'overdue', 'today', 'week', 'none'),
    sort: oneOf(search.sort, 'due', 'priority', 'updated'),
    month: text(search.month),
    new: search.new === true || undefined,
    on: text(search.on),
  }),
})
// The page stays as it is behind the task that is open.
const task = createRoute({ getParentRoute: () => tasks, path: '/$taskId' })
const projects = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: lazyPage(() => import('@/features/projects')),
})
const project = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId',
  component: lazyPage(() => import('@/features/projects/project')),
})
const schedules = createRoute({
  getParentRoute: () => rootRoute,
  path: '/schedules',
  component: lazyPage(() => import('@/features/schedules')),
})
const schedule = createRoute({
  getParentRoute: () => schedules,
  path: '/$scheduleId',
  validateSearch: (search: Record<string, unknown>): { edit?: boolean | undefined } => ({
    edit: search.edit === true || undefined,
  }),
})
export interface FiguresSearch {
  range?: '24h' | '7d' | '30d' | '90d' | 'custom' | undefined
  /** The first and last day of a custom range, `2026-05-31`. */
  from?: string | undefined
  to?: string | undefined
  /** Whether to compare with the time before. */
  compare?: boolean | undefined
  agent?: string | undefined
  model?: string | undefined
  tool?: string | undefined
  /** A person's id, or `everyone`; one's own figures where it does not say. */
  people?: string | undefined
}
const figures = createRoute({
  getParentRoute: () => rootRoute,
  path: '/figures',
  component: lazyPage(() => import('@/features/figures')),
  validateSearch: (search: Record<string, unknown>): FiguresSearch => ({
    range: oneOf(search.range, '24h', '7d', '30d', '90d', 'custom'),
    from: text(search.from),
    to: text(search.to),
    compare: search.compare === false ? false : undefined,
    agent: text(search.agent),
    model: text(search.model),
    tool: text(search.tool),
    people: text(search.people),
  }),
})
const ofPlugin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/plugins/$plugin',
  component: lazyPage(() => import('@/features/plugins')),
})

const routeTree = rootRoute.addChildren([
  ...pages,
  chat,
  thread,
  newAgent,
  agent,
  tasks.addChildren([task]),
  projects,
  project,
  schedules.addChildren([schedule]),
  architecture,
  routing,
  swarms,
  swarm,
  memory,
  documents,
  document,
  workspaces,
  workspace,
  figures,
  tools,
  servers,
  credentials,
  debug,
  ofPlugin,
])

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: basepath || '/',
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    scrollRestoration: false,
    defaultErrorComponent: PageCrash,
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What was asked on another page; the chat sends it. No link can bring it. */
    ask?: { text: string; key: string } | undefined
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
