import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { keys } from '@/live/refresh'

import { timezone } from './day'
import { hadPreferences, usePreferences } from './preferences'
import { chooseLanguage } from './text'

export type AccountPreferences = Schemas['Preferences']

/** What this person prefers on all devices. */
export function useAccountPreferences() {
  return useQuery({ queryKey: keys.preferences, queryFn: () => data(api.GET('/api/preferences')), staleTime: 60_000 })
}

/** The IANA name of the time zone that this person's days begin in. */
export function useTimezone(): string {
  return useAccountPreferences().data?.timezone ?? timezone
}

/** On a device where nothing was chosen yet, the app speaks the language that this person prefers. */
export function useAccountLanguage(): void {
  const preferred = useAccountPreferences().data?.language
  useEffect(() => {
    if (preferred && !hadPreferences && usePreferences.getState().language !== preferred) void chooseLanguage(preferred)
  }, [preferred])
}
