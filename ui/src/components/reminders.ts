import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api, data } from '@/client/api'
import { useReason } from '@/components/states'
import { announce, notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'
import { useLive } from '@/live/store'

/** Says that a reminder is dealt with. */
export function useCompleteReminder() {
  const queries = useQueryClient()
  const reason = useReason()
  return useMutation({
    mutationFn: (id: string) => data(api.POST('/api/reminders/{id}/done', { params: { path: { id } } })),
    onError: (error) => notify(reason(error), 'failed'),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.reminders }),
  })
}

/** Says, wherever the app is open, that the time of a reminder has come. */
export function useReminderNotices(): void {
  const t = useTexts('reminders')
  const { mutate } = useCompleteReminder()
  useEffect(
    () =>
      useLive.subscribe((now, before) => {
        if (now.facts === before.facts) return
        const known = new Set(before.facts)
        for (const fact of now.facts) {
          if (fact.kind !== 'reminder.delivered' || known.has(fact)) continue
          const id = String(fact.data.reminderId)
          announce(t('notice', { text: String(fact.data.text) }), { label: t('done'), act: () => mutate(id) })
        }
      }),
    [t, mutate],
  )
}
