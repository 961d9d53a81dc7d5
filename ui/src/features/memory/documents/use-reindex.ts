import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** Has a document read again. */
export function useReindex(id: string): { reindex: () => Promise<void>; busy: boolean } {
  const t = useTexts('memory-documents')
  const reason = useReason()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const reindex = async () => {
    setBusy(true)
    try {
      await data(api.POST('/api/documents/{id}/reindex', { params: { path: { id } } }))
      await queries.invalidateQueries({ queryKey: keys.document(id) })
      notify(t('document.reindexing'))
    } catch (error) {
      notify(reason(error), 'failed')
    } finally {
      setBusy(false)
    }
  }
  return { reindex, busy }
}
