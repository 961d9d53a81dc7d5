import type { InterfaceIcon } from '@/components/icon-names'

/** The pages of the navigation, in its order. */
export const PAGES = [
  { name: 'home', to: '/', icon: 'house' },
  { name: 'chat', to: '/chat', icon: 'chat-circle-dots' },
  { name: 'approvals', to: '/approvals', icon: 'hand-palm' },
  { name: 'agents', to: '/agents', icon: 'robot' },
  { name: 'tasks', to: '/tasks', icon: 'kanban' },
  { name: 'schedules', to: '/schedules', icon: 'calendar-check' },
  { name: 'architecture', to: '/architecture', icon: 'graph' },
  { name: 'routing', to: '/routing', icon: 'signpost' },
  { name: 'swarm', to: '/swarm', icon: 'users-four' },
  { name: 'memory', to: '/memory', icon: 'brain' },
  { name: 'metrics', to: '/figures', icon: 'chart-line-up' },
  { name: 'tools', to: '/tools', icon: 'wrench' },
  { name: 'debug', to: '/debug', icon: 'bug' },
  { name: 'settings', to: '/settings', icon: 'gear' },
] as const satisfies readonly { name: string; to: string; icon: InterfaceIcon }[]

export type PageName = (typeof PAGES)[number]['name']
