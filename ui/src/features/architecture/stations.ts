import type { InterfaceIcon } from '@/components/icon-names'

export type StationKind = 'supervisor' | 'router' | 'review' | 'finalize'

export const STATION_ICONS: Record<StationKind, InterfaceIcon> = {
  supervisor: 'eye',
  router: 'signpost',
  review: 'shield-check',
  finalize: 'flag-checkered',
}

/** Ids of the stations that are no agents. */
export const PLAIN_STATIONS: ReadonlySet<string> = new Set(['router', 'review', 'finalize'])
