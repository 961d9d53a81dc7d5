import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { api, ApiError, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { FileFormat } from '../lines-file/format'
import type { GoldenCase } from './types'

function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient()
  // The first case changes how edits are published.
  return useCallback(() => queries.invalidateQueries({ queryKey: keys.routing }), [queries])
}

/** Adds a case, or changes one. */
export function useSaveCase(id: string | null) {
  const t = useTexts('routing-golden')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { text: string; agent: string | null; lastAgent: string | null; note: string }) =>
      id === null
        ? data(api.POST('/api/routing/golden', { body }))
        : data(api.PATCH('/api/routing/golden/{id}', { params: { path: { id } }, body })),
    onSuccess: () => {
      notify(t(id === null ? 'form.added' : 'form.saved'))
      void refresh()
    },
  })
}

/** Decides all cases with what decides now. */
export function useRun() {
  const reason = useReason()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => data(api.POST('/api/routing/golden/run', { body: {} })),
    onSuccess: () => void refresh(),
    onError: (error) => notify(reason(error), 'failed'),
  })
}

export function useImport() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { format: FileFormat; content: string }) =>
      data(api.POST('/api/routing/golden/import', { body })),
    onSuccess: () => void refresh(),
  })
}

/** Deletes cases after the time in which that can be undone; `hidden` are those that wait. */
export function useRemoving() {
  const t = useTexts('routing-golden')
  const reason = useReason()
  const refresh = useRefresh()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const remove = useCallback(
    ({ id }: GoldenCase) => {
      const show = () => setHidden((now) => new Set([...now].filter((one) => one !== id)))
      const commit = async () => {
        try {
          // It must also get through while the page is being left.
          await data(api.DELETE('/api/routing/golden/{id}', { params: { path: { id } }, keepalive: true }))
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404)) notify(reason(error), 'failed')
        }
        await refresh()
        show()
      }
      setHidden((now) => new Set([...now, id]))
      undoable(t('deleted'), () => void commit(), show)
    },
    [t, reason, refresh],
  )
  return { hidden, remove }
}
