import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, ApiError, data, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useRemoving } from './removing'
import type { Schedule } from './types'

const params = (id: string) => ({ params: { path: { id } } })

/** Creates a schedule, or changes one. */
export function useSave(id: string | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['ScheduleFields']) =>
      id === null
        ? data(api.POST('/api/schedules', { body }))
        : data(api.PUT('/api/schedules/{id}', { ...params(id), body })),
    onSuccess: (schedule) => put(queries, schedule),
  })
}

/** Lets a schedule run by itself, or not. */
export function useSwitch() {
  const queries = useQueryClient()
  const failed = useFailed()
  return useMutation({
    mutationFn: ({ id, on }: { id: string; on: boolean }) =>
      on
        ? data(api.POST('/api/schedules/{id}/resume', params(id)))
        : data(api.POST('/api/schedules/{id}/pause', params(id))),
    onMutate: ({ id, on }) => show(queries, id, { status: on ? 'active' : 'paused' }),
    onSuccess: (schedule) => put(queries, schedule),
    onError: failed,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.schedules }),
  })
}

/** Runs a schedule at once, whatever its times say. */
export function useRunNow() {
  const t = useTexts('schedules')
  const queries = useQueryClient()
  const failed = useFailed()
  return useMutation({
    mutationFn: ({ id }: Schedule) => data(api.POST('/api/schedules/{id}/run', params(id))),
    onSuccess: (schedule) => {
      put(queries, schedule)
      notify(t('ran', { name: schedule.name }))
    },
    onError: failed,
  })
}

/** Deletes a schedule after a while in which it can be undone; until then it is hidden, and rests. */
export function useRemove() {
  const t = useTexts('schedules')
  const queries = useQueryClient()
  const failed = useFailed()
  return useMemo(
    () => (schedule: Schedule) => {
      const { hide, show: bring } = useRemoving.getState()
      hide(schedule.id)
      const active = schedule.status === 'active'
      const rests = active ? data(api.POST('/api/schedules/{id}/pause', params(schedule.id))).catch(failed) : null
      const commit = async () => {
        try {
          // The page may be left at this moment; the request goes out nevertheless.
          await data(api.DELETE('/api/schedules/{id}', { ...params(schedule.id), keepalive: true }))
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404)) failed(error)
        }
        await queries.invalidateQueries({ queryKey: keys.schedules })
        bring(schedule.id)
      }
      const undo = () => {
        bring(schedule.id)
        // After the pause, which may still be on its way.
        void rests
          ?.then(() => data(api.POST('/api/schedules/{id}/resume', params(schedule.id))))
          .then((one) => put(queries, one), failed)
      }
      undoable(t('deleted', { name: schedule.name }), () => void commit(), undo)
    },
    [t, queries, failed],
  )
}

function put(queries: QueryClient, schedule: Schedule): void {
  queries.setQueryData(keys.schedule(schedule.id), schedule)
  show(queries, schedule.id, schedule)
  void queries.invalidateQueries({ queryKey: keys.schedules })
  void queries.invalidateQueries({ queryKey: keys.schedule(schedule.id) })
}

type Listed = { pages: { schedules: Schedule[] }[] }

/** Shows a change at once, before the server has confirmed it. */
function show(queries: QueryClient, id: string, changes: Partial<Schedule>): void {
  queries.setQueriesData<Listed>(
    { queryKey: [...keys.schedules, 'list'] },
    (had) =>
      had && {
        ...had,
        pages: had.pages.map((page) => ({
          ...page,
          schedules: page.schedules.map((one) => (one.id === id ? { ...one, ...changes } : one)),
        })),
      },
  )
  queries.setQueryData<Schedule>(keys.schedule(id), (had) => had && { ...had, ...changes })
}

export function useFailed(): (error: unknown) => void {
  const reason = useReason()
  return useMemo(() => (error: unknown) => notify(reason(error), 'failed'), [reason])
}
