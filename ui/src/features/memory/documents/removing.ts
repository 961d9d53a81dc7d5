import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { api, ApiError, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { removingStore } from '@/lib/removing'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** The documents that wait to be deleted. */
export const useRemovingDocuments = removingStore()

/** Deletes a document after a while in which it can be undone. */
export function useRemoveDocument(): (id: string, title: string) => void {
  const t = useTexts('memory-documents')
  const reason = useReason()
  const queries = useQueryClient()
  return useCallback(
    (id, title) => {
      const { hide, show } = useRemovingDocuments.getState()
      const commit = async () => {
        try {
          // It must also get through while the page is being left.
          await data(api.DELETE('/api/documents/{id}', { params: { path: { id } }, keepalive: true }))
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404))
            notify(t('document.deleteFailed', { reason: reason(error) }), 'failed')
        }
        await queries.invalidateQueries({ queryKey: keys.documents })
        show(id)
      }
      hide(id)
      undoable(
        t('document.deleted', { title }),
        () => void commit(),
        () => show(id),
      )
    },
    [queries, t, reason],
  )
}
