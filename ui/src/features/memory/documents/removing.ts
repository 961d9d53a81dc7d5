import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { create } from 'zustand'

import { api, ApiError, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { keys } from '@/live/refresh'

import { useDocumentTexts } from './texts'

interface Removing {
  /** Documents that are hidden because they are about to be deleted. */
  ids: ReadonlySet<string>
  hide: (id: string) => void
  show: (id: string) => void
}

export const useRemovingDocuments = create<Removing>()((set) => ({
  ids: new Set(),
  hide: (id) => set((now) => ({ ids: new Set([...now.ids, id]) })),
  show: (id) => set((now) => ({ ids: new Set([...now.ids].filter((one) => one !== id)) })),
}))

/** Deletes a document after a while in which it can be undone. */
export function useRemoveDocument(): (id: string, title: string) => void {
  const t = useDocumentTexts()
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
          if (!(error instanceof ApiError && error.status === 404)) notify(t('document.deleteFailed', { reason: reason(error) }), 'failed')
        }
        await queries.invalidateQueries({ queryKey: keys.documents })
        show(id)
      }
      hide(id)
      undoable(t('document.deleted', { title }), () => void commit(), () => show(id))
    },
    [queries, t, reason],
  )
}
