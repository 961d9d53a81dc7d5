import type { Schemas } from '@/client/api'
import { AGENT_ICONS, INTERFACE_ICONS, type AgentIcon, type InterfaceIcon } from '@/components/icon-names'

import type { Language } from './preferences'

export type PluginPage = Schemas['PageOfPlugin']

/** The language in which a plug-in's page speaks to who reads `language`: English where it has no title in that. */
export function languageOf(page: PluginPage, language: Language): Language {
  return language in page.titles ? language : 'en'
}

/** The title of a plug-in's page in a language, or in English. */
export function titleOf(page: PluginPage, language: Language): string {
  return page.titles[languageOf(page, language)] ?? page.plugin
}

/** The sentence under that title, if there is one. */
export function aboutOf(page: PluginPage, language: Language): string | undefined {
  return page.about[languageOf(page, language)] ?? page.about.en
}

/** The icon of a plug-in's page, or a piece of a puzzle for one that the app does not have. */
export function iconOf(page: PluginPage): InterfaceIcon | AgentIcon {
  return [...INTERFACE_ICONS, ...AGENT_ICONS].find((icon) => icon === page.icon) ?? 'puzzle-piece'
}

/** Where a plug-in's page is. */
export function placeOf({ plugin, section }: PluginPage): { to: string; hash?: string } {
  return section ? { to: '/settings', hash: section } : { to: `/plugins/${plugin}` }
}
