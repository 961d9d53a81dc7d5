import type { Schemas } from '@/client/api'
import { AGENT_ICONS, INTERFACE_ICONS, type AgentIcon, type InterfaceIcon } from '@/components/icon-names'

import type { Language } from './preferences'

type PluginPage = Schemas['PageOfPlugin']

/** The title of a plug-in's page in a language, or in English. */
export function titleOf(page: PluginPage, language: Language): string {
  return page.titles[language] ?? page.titles.en ?? page.plugin
}

/** The icon of a plug-in's page, or a piece of a puzzle for one that the app does not have. */
export function iconOf(page: PluginPage): InterfaceIcon | AgentIcon {
  return [...INTERFACE_ICONS, ...AGENT_ICONS].find((icon) => icon === page.icon) ?? 'puzzle-piece'
}
