import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { api, data, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

export type Reminder = Schemas['Reminder']

const path = (id: string) => ({ params: { path: { id } } })

/** Those that wait for the person, then those to come; with `done` the others too. */
export function useReminders(done: boolean) {
  return useQuery({
    queryKey: [...keys.reminders, done],
    queryFn: ({ signal }) => data(api.GET('/api/reminders', { params: { query: { done } }, signal })),
    select: (page) => page.reminders,
  })
}

/** Sets a reminder. */
export function useSet() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['NewReminder']) => data(api.POST('/api/reminders', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.reminders }),
  })
}

/** What can be done to a reminder; each can be undone for a while. */
export function useActs() {
  const t = useTexts('reminders')
  const queries = useQueryClient()
  const reason = useReason()
  const format = useFormat()
  const act = async (work: Promise<Reminder>, said: (changed: Reminder) => string) => {
    const refresh = () => queries.invalidateQueries({ queryKey: keys.reminders })
    const failed = (error: unknown) => notify(reason(error), 'failed')
    try {
      const changed = await work
      const undo = () => {
        const { id, change } = changed
        void data(api.POST('/api/reminders/{id}/changes/{change}/undo', { params: { path: { id, change } } }))
          .then(refresh)
          .catch(failed)
      }
      notify(said(changed), 'done', { label: t('undo'), act: undo })
    } catch (error) {
      failed(error)
    }
    await refresh()
  }
  return {
    complete: ({ id }: Reminder) =>
      act(data(api.POST('/api/reminders/{id}/done', path(id))), ({ text }) => t('completed', { text })),
    remove: ({ id }: Reminder) =>
      act(data(api.DELETE('/api/reminders/{id}', path(id))), ({ text }) => t('deleted', { text })),
    move: ({ id }: Reminder, when: string) =>
      act(data(api.PATCH('/api/reminders/{id}', { ...path(id), body: { when } })), ({ dueAt }) =>
        t('moved', { when: dueAt ? format.dateTime(dueAt) : '' }),
      ),
  }
}
