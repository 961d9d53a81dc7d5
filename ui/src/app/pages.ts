import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import type { AgentIcon, InterfaceIcon } from '@/components/icon-names'
import { iconOf, titleOf } from '@/lib/plugin-pages'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
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

/** An entry of the navigation. */
export interface Entry {
  name: PageName | `plugin-${string}`
  to: string
  icon: InterfaceIcon | AgentIcon
  title: string
  /** What fits under an icon. */
  short: string
  /** The module whose hue it has. */
  module: PageName
}

/** The pages that this product has: its own, and those of plug-ins after what a person works with. */
export function usePages(): readonly Entry[] {
  const t = useTexts('shell')
  const { language } = usePreferences()
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const own = pagesWith(me.data?.features).map(({ name, to, icon }): Entry => {
    const title = t(`pages.${name}`)
    const short = name === 'architecture' || name === 'approvals' ? t(`short.${name}`) : title
    return { name, to, icon, title, short, module: name }
  })
  const brought = (me.data?.pages ?? []).map((page): Entry => {
    const title = titleOf(page, language)
    const to = `/plugins/${page.plugin}`
    return { name: `plugin-${page.plugin}`, to, icon: iconOf(page), title, short: title, module: 'tools' }
  })
  const before = own.findIndex((page) => page.name === 'debug')
  return [...own.slice(0, before), ...brought, ...own.slice(before)]
}
