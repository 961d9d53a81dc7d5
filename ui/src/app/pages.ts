import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import type { InterfaceIcon } from '@/components/icon-names'
import { keys } from '@/live/refresh'

/** The pages of the navigation, in its order. */
export const PAGES = [
  { name: 'home', to: '/', icon: 'house' },
  { name: 'chat', to: '/chat', icon: 'chat-circle-dots' },
  { name: 'approvals', to: '/approvals', icon: 'hand-palm' },
  { name: 'agents', to: '/agents', icon: 'robot' },
  { name: 'tasks', to: '/tasks', icon: 'kanban', feature: 'tasks' },
  { name: 'schedules', to: '/schedules', icon: 'calendar-check', feature: 'schedules' },
  { name: 'architecture', to: '/architecture', icon: 'graph' },
  { name: 'routing', to: '/routing', icon: 'signpost' },
  { name: 'swarm', to: '/swarm', icon: 'users-four', feature: 'swarm' },
  { name: 'memory', to: '/memory', icon: 'brain', feature: 'memory' },
  { name: 'metrics', to: '/figures', icon: 'chart-line-up', feature: 'metrics' },
  { name: 'tools', to: '/tools', icon: 'wrench', feature: 'tools' },
  { name: 'debug', to: '/debug', icon: 'bug' },
  { name: 'settings', to: '/settings', icon: 'gear' },
] as const satisfies readonly { name: string; to: string; icon: InterfaceIcon; feature?: string }[]

export type PageName = (typeof PAGES)[number]['name']

/** The pages of a product that has these features; all of them while it has not said which it has. */
export function pagesWith(features: readonly string[] | undefined) {
  return PAGES.filter((page) => features === undefined || !('feature' in page) || features.includes(page.feature))
}

/** The pages that this product has. */
export function usePages() {
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  return pagesWith(me.data?.features)
}
