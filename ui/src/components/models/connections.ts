import { useQuery } from '@tanstack/react-query'

import { api, data, type Schemas } from '@/client/api'
import { keys } from '@/live/refresh'

export type ModelConnection = Schemas['ModelConnection']
export type ConnectionKind = ModelConnection['kind']
export type OfferedProvider = Schemas['OfferedProvider']
export type ModelConnections = Schemas['ModelConnections']
export type ListedModel = Schemas['ListedModel']
export type ModelFacts = Schemas['ModelFacts']

/** How models are reached, and what can be connected. */
export function useConnections() {
  return useQuery({ queryKey: keys.connections, queryFn: () => data(api.GET('/api/models/connections')) })
}

/** What is read again after a connection, or the choice of a default, has changed. */
export const TOUCHED = [keys.connections, keys.models, keys.overview, keys.agentHealth, keys.preferences] as const

/** What people paste their key from, by kind; nothing where there is no one page. */
export const KEY_PAGES: Partial<Record<ConnectionKind, string>> = {
  openai: 'https://platform.openai.com/api-keys',
  anthropic: 'https://console.anthropic.com/settings/keys',
  google: 'https://aistudio.google.com/apikey',
  openrouter: 'https://openrouter.ai/keys',
}

/** The facts that differ from nothing, so that what was left empty is not sent as set by hand. */
export function givenFacts(facts: ModelFacts): ModelFacts | null {
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value != null))
  return Object.keys(given).length ? given : null
}

/** A number that a person wrote, with either decimal sign; null for nothing and for what is no number above zero. */
export function readNumber(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() && Number.isFinite(value) && value >= 0 ? value : null
}
