import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter } from '@tanstack/react-router'

import { root as basepath } from '@/client/api'

import { lazyPage } from './lazy-page'
import { Missing, PageCrash } from './problems'
import { Shell } from './shell'

/** Text of an address that may be missing or of another kind. */
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  notFoundComponent: Missing,
  errorComponent: PageCrash,
})

// One line a page; each is loaded when it is first opened.
const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: lazyPage(() => import('@/features/home')) })
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
}
const chatSearch = (search: Record<string, unknown>): ChatSearch => ({
  agent: text(search.agent), turn: text(search.turn), decision: text(search.decision), draft: text(search.draft),
  mode: search.mode === 'direct' || search.mode === 'supervised' ? search.mode : undefined,
})
const chatPage = lazyPage(() => import('@/features/chat'))
const chat = createRoute({ getParentRoute: () => rootRoute, path: '/chat', component: chatPage, validateSearch: chatSearch })
const thread = createRoute({ getParentRoute: () => rootRoute, path: '/chat/$conversationId', component: chatPage, validateSearch: chatSearch })
const approvals = createRoute({ getParentRoute: () => rootRoute, path: '/approvals', component: lazyPage(() => import('@/features/approvals')) })
const agentsPage = lazyPage(() => import('@/features/agents'))
const agents = createRoute({ getParentRoute: () => rootRoute, path: '/agents', component: agentsPage })
const editor = lazyPage(() => import('@/features/agents/editor'))
const newAgent = createRoute({ getParentRoute: () => rootRoute, path: '/agents/new', component: editor })
const agent = createRoute({ getParentRoute: () => rootRoute, path: '/agents/$agentId', component: editor })
const architecture = createRoute({
  getParentRoute: () => rootRoute, path: '/architecture', component: lazyPage(() => import('@/features/architecture')),
  validateSearch: (search: Record<string, unknown>): { agent?: string | undefined; execution?: string | undefined; decision?: string | undefined } => ({
    agent: text(search.agent), execution: text(search.execution), decision: text(search.decision),
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
  getParentRoute: () => rootRoute, path: '/memory', component: lazyPage(() => import('@/features/memory')),
  validateSearch: (search: Record<string, unknown>): MemorySearch => ({
    q: text(search.q), type: text(search.type), scope: text(search.scope), entity: text(search.entity),
    exact: search.exact === true || undefined, outside: search.outside === true || undefined,
    view: search.view === 'graph' ? 'graph' : undefined,
    tab: search.tab === 'overview' || search.tab === 'conflicts' || search.tab === 'history' ? search.tab : undefined,
  }),
})
const swarms = createRoute({
  getParentRoute: () => rootRoute, path: '/swarm', component: lazyPage(() => import('@/features/swarm')),
  validateSearch: (search: Record<string, unknown>): { new?: boolean | undefined; template?: string | undefined } => ({
    new: search.new === true || undefined, template: text(search.template),
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
  getParentRoute: () => rootRoute, path: '/swarm/$swarmId', component: lazyPage(() => import('@/features/swarm/layout')),
  validateSearch: (search: Record<string, unknown>): SwarmSearch => ({
    room: text(search.room), mail: text(search.mail), resident: text(search.resident), turn: text(search.turn),
    view: search.view === 'flow' || search.view === 'waits' || search.view === 'mail' ? search.view : undefined,
  }),
})
const tools = createRoute({
  getParentRoute: () => rootRoute, path: '/tools', component: lazyPage(() => import('@/features/tools')),
  validateSearch: (search: Record<string, unknown>): { tool?: string | undefined } => ({ tool: text(search.tool) }),
})
const servers = createRoute({ getParentRoute: () => rootRoute, path: '/tools/servers', component: lazyPage(() => import('@/features/tools/servers')) })
const credentials = createRoute({ getParentRoute: () => rootRoute, path: '/tools/credentials', component: lazyPage(() => import('@/features/tools/credentials')) })
const debug = createRoute({
  getParentRoute: () => rootRoute, path: '/debug', component: lazyPage(() => import('@/features/debug')),
  validateSearch: (search: Record<string, unknown>): { execution?: string | undefined; agent?: string | undefined; kind?: string | undefined } => ({
    execution: text(search.execution), agent: text(search.agent), kind: text(search.kind),
  }),
})
const settings = createRoute({ getParentRoute: () => rootRoute, path: '/settings', component: lazyPage(() => import('@/features/settings')) })

const routeTree = rootRoute.addChildren([home, chat, thread, approvals, agents, newAgent, agent, architecture, swarms, swarm, memory, tools, servers, credentials, debug, settings])

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
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
