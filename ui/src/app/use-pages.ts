import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import type { AgentIcon, InterfaceIcon } from '@/components/icon-names'
import { iconOf, placeOf, titleOf } from '@/lib/plugin-pages'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { pagesWith, type PageName } from './pages'

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
  const brought = (me.data?.pages.filter(({ section }) => !section) ?? []).map((page): Entry => {
    const title = titleOf(page, language)
    return {
      name: `plugin-${page.plugin}`,
      to: placeOf(page).to,
      icon: iconOf(page),
      title,
      short: title,
      module: 'tools',
    }
  })
  const before = own.findIndex((page) => page.name === 'debug')
  return [...own.slice(0, before), ...brought, ...own.slice(before)]
}
