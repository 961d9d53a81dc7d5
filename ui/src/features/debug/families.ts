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

const FAMILY_OF: Record<FactKind, Family> = {
  'execution.started': 'run',
  'execution.waiting': 'run',
  'agent.completed': 'run',
  done: 'run',
  'agent-delegation': 'routing',
  'mode.switched': 'routing',
  'routing.published': 'routing',
  'routing.candidate': 'routing',
  'routing.canary_ended': 'routing',
  'direct.executed': 'routing',
  'supervised.delegated': 'routing',
  'main-iteration': 'model',
  'model-call': 'model',
  'model-response': 'model',
  'tool-execution': 'tool',
  'agent.tool_result': 'tool',
  'helper-spawn': 'helper',
  'helper-iteration': 'helper',
  'helper-progress': 'helper',
  'helper-complete': 'helper',
  'helper-error': 'helper',
  'approval.requested': 'approval',
  'approval.decided': 'approval',
  'answer.reviewed': 'review',
  'error.occurred': 'error',
  'agent.registered': 'roster',
  'agent.removed': 'roster',
  'swarm.changed': 'swarm',
  'resident.changed': 'swarm',
  'resident.woken': 'swarm',
  'resident.slept': 'swarm',
  'room.changed': 'swarm',
  'mail.sent': 'swarm',
  'mail.died': 'swarm',
  'mail.refused': 'swarm',
  'task.created': 'task',
  'task.changed': 'task',
  'task.started': 'task',
  'task.submitted': 'task',
  'task.accepted': 'task',
  'task.returned': 'task',
  'task.commented': 'task',
  'task.deleted': 'task',
  'schedule.created': 'task',
  'schedule.changed': 'task',
  'schedule.fired': 'task',
  'schedule.skipped': 'task',
  'schedule.failed': 'task',
  'schedule.deleted': 'task',
  'conversation.changed': 'conversation',
  'knowledge.changed': 'memory',
  'document.added': 'memory',
  'document.indexed': 'memory',
  'document.failed': 'memory',
  'document.deleted': 'memory',
  'tools.changed': 'setup',
  'credential.changed': 'setup',
}

const isKnown = (kind: string): kind is FactKind => Object.hasOwn(FAMILY_OF, kind)

/** The family of a kind; one that this app does not know yet counts as part of a run. */
export function familyOf(kind: string): Family {
  return isKnown(kind) ? FAMILY_OF[kind] : 'run'
}

/** The kinds of a family, in the order of the documentation. */
export function kindsOf(family: Family): readonly FactKind[] {
  return FACT_KINDS.filter((kind) => FAMILY_OF[kind] === family)
}
