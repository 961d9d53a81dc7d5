import type { ComponentType } from 'react'

import type { InterfaceIcon } from '@/components/icon-names'

interface Page {
  /** Its title is `shell.pages` of this name; its hue `--module-` of it, where the theme has one. */
  name: string
  to: `/${string}`
  icon: InterfaceIcon
  /** What it shows, for a product that can be without it. */
  feature?: string
  /** Loads it. A page whose address says more than where it is has a route of its own instead, in `router.tsx`. */
  load?: () => Promise<{ default: ComponentType }>
}

/** The pages of the navigation, in its order: one line a page. */
export const PAGES = [
  { name: 'home', to: '/', icon: 'house', load: () => import('@/features/home') },
  { name: 'chat', to: '/chat', icon: 'chat-circle-dots' },
  {
    name: 'approvals',
    to: '/approvals',
    icon: 'hand-palm',
    feature: 'approvals',
    load: () => import('@/features/approvals'),
  },
  { name: 'agents', to: '/agents', icon: 'robot', load: () => import('@/features/agents') },
  { name: 'tasks', to: '/tasks', icon: 'kanban', feature: 'tasks' },
  { name: 'projects', to: '/projects', icon: 'folder', feature: 'projects' },
  {
    name: 'reminders',
    to: '/reminders',
    icon: 'bell',
    feature: 'reminders',
    load: () => import('@/features/reminders'),
  },
  { name: 'schedules', to: '/schedules', icon: 'calendar-check', feature: 'schedules' },
  { name: 'architecture', to: '/architecture', icon: 'graph' },
  { name: 'routing', to: '/routing', icon: 'signpost', feature: 'routing' },
  { name: 'swarm', to: '/swarm', icon: 'users-four', feature: 'swarm' },
  { name: 'memory', to: '/memory', icon: 'brain', feature: 'memory' },
  { name: 'metrics', to: '/figures', icon: 'chart-line-up', feature: 'metrics' },
  {
    name: 'budgets',
    to: '/budgets',
    icon: 'coins',
    feature: 'budgets',
    load: () => import('@/features/budgets'),
  },
  { name: 'tools', to: '/tools', icon: 'wrench', feature: 'tools' },
  { name: 'debug', to: '/debug', icon: 'bug' },
  { name: 'settings', to: '/settings', icon: 'gear', load: () => import('@/features/settings') },
] as const satisfies readonly Page[]

export type PageName = (typeof PAGES)[number]['name']

/** The pages of a product that has these features; all of them while it has not said which it has. */
export function pagesWith(features: readonly string[] | undefined) {
  return PAGES.filter((page) => features === undefined || !('feature' in page) || features.includes(page.feature))
}
