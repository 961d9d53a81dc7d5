import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import type { AccountPreferences } from '@/lib/account'
import { chooseLanguage } from '@/lib/text'
import { keys } from '@/live/refresh'

/** Saves what a person prefers as soon as it is chosen. */
export function useSavePreferences(preferences: AccountPreferences) {
  const reason = useReason()
  const queries = useQueryClient()
  const latest = () => queries.getQueryData<AccountPreferences>(keys.preferences) ?? preferences
  const change = useMutation({
    // One after the other, each on what came of those before: all of them are sent with every change.
    mutationKey: keys.preferences,
    scope: { id: 'preferences' },
    mutationFn: (changed: Partial<AccountPreferences>) =>
      data(api.PUT('/api/preferences', { body: { ...latest(), ...changed } })),
    // What was chosen is shown at once, and what was before where it is refused.
    onMutate: async (changed) => {
      await queries.cancelQueries({ queryKey: keys.preferences })
      const before = latest()
      queries.setQueryData(keys.preferences, { ...before, ...changed })
      return before
    },
    onError: (error, _, before) => {
      queries.setQueryData(keys.preferences, before)
      notify(reason(error), 'failed')
    },
    onSuccess: (now, changed) => {
      // What was chosen since is shown already, and sent next.
      if (queries.isMutating({ mutationKey: keys.preferences }) === 1) queries.setQueryData(keys.preferences, now)
      if (changed.language) void chooseLanguage(changed.language)
    },
  })
  return { change, save: (changed: Partial<AccountPreferences>) => change.mutate(changed) }
}
