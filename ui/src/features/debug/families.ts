import { FACT_KINDS, type FactKind } from '@/client/events'
import type { InterfaceIcon } from '@/components/icon-names'

export const FAMILIES = [
  'run',
  'routing',
  'model',
  'tool',
  'helper',
  'approval',
  'review',
  'error',
  'roster',
  'swarm',
  'task',
  'memory',
  'setup',
  'conversation',
] as const
export type Family = (typeof FAMILIES)[number]

interface Look {
  icon: InterfaceIcon
  ink: string
  fill: string
}

/** How a family of events looks, everywhere on the page. */
export const LOOKS: Record<Family, Look> = {
  run: { icon: 'play', ink: 'text-info', fill: 'bg-info' },
  routing: { icon: 'signpost', ink: 'text-accent', fill: 'bg-accent' },
  model: { icon: 'cpu', ink: 'text-kind-keyword', fill: 'bg-kind-keyword' },
  tool: { icon: 'wrench', ink: 'text-kind-pattern', fill: 'bg-kind-pattern' },
  helper: { icon: 'users-three', ink: 'text-kind-example', fill: 'bg-kind-example' },
  approval: { icon: 'hand-palm', ink: 'text-warning', fill: 'bg-warning' },
  review: { icon: 'shield-check', ink: 'text-kind-example', fill: 'bg-kind-example' },
  error: { icon: 'warning-circle', ink: 'text-danger', fill: 'bg-danger' },
  roster: { icon: 'robot', ink: 'text-muted', fill: 'bg-muted' },
  swarm: { icon: 'users-four', ink: 'text-kind-pattern', fill: 'bg-kind-pattern' },
  task: { icon: 'kanban', ink: 'text-success', fill: 'bg-success' },
  memory: { icon: 'brain', ink: 'text-kind-keyword', fill: 'bg-kind-keyword' },
  setup: { icon: 'plug', ink: 'text-muted', fill: 'bg-muted' },
  conversation: { icon: 'chat-circle-dots', ink: 'text-muted', fill: 'bg-muted' },
}

/** What the name of a kind begins with. */
type Subject<K extends string> = K extends `${infer First}.${string}` | `${infer First}-${string}` ? First : K

const FAMILY_OF: Record<Exclude<Subject<FactKind>, 'agent'>, Family> & Record<AgentKind, Family> = {
  execution: 'run',
  done: 'run',
  mode: 'routing',
  routing: 'routing',
  direct: 'routing',
  supervised: 'routing',
  main: 'model',
  model: 'model',
  tool: 'tool',
  helper: 'helper',
  approval: 'approval',
  answer: 'review',
  error: 'error',
  swarm: 'swarm',
  resident: 'swarm',
  room: 'swarm',
  mail: 'swarm',
  task: 'task',
  project: 'task',
  reminder: 'task',
  schedule: 'task',
  conversation: 'conversation',
  knowledge: 'memory',
  facts: 'memory',
  document: 'memory',
  tools: 'setup',
  credential: 'setup',
  budget: 'setup',
  // Of an agent comes its work, and how it came and went.
  'agent-delegation': 'routing',
  'agent.handed_over': 'routing',
  'agent.completed': 'run',
  'agent.tool_result': 'tool',
  'agent.registered': 'roster',
  'agent.removed': 'roster',
}
type AgentKind = Extract<FactKind, `agent${string}`>

const isNamed = (name: string): name is keyof typeof FAMILY_OF => Object.hasOwn(FAMILY_OF, name)

/** The family of a kind; one that this app does not know yet counts as part of a run. */
export function familyOf(kind: string): Family {
  const subject = kind.split(/[.-]/, 1).join('')
  const name = isNamed(kind) ? kind : subject
  return isNamed(name) ? FAMILY_OF[name] : 'run'
}

/** The kinds of a family, in the order of the documentation. */
export function kindsOf(family: Family): readonly FactKind[] {
  return FACT_KINDS.filter((kind) => familyOf(kind) === family)
}
