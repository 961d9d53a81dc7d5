import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, ApiError, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useRemoving } from './removing'

export type Noun = 'entity' | 'observation' | 'relation'

/** Deletes things after a while in which it can be undone; they are hidden at once. */
export function useRemove() {
  const queries = useQueryClient()
  const t = useTexts('memory')
  const reason = useReason()
  return useMemo(() => {
    const remove = (noun: Noun, ids: readonly string[], text: string) => {
      const { hide, show } = useRemoving.getState()
      hide(...ids)
      const commit = async () => {
        try {
          for (const id of ids) await removeNow(noun, id)
        } catch (error) {
          notify(t('done.failed', { reason: reason(error) }), 'failed')
        }
        await queries.invalidateQueries({ queryKey: keys.knowledge })
        show(...ids)
      }
      undoable(
        text,
        () => void commit(),
        () => show(...ids),
      )
    }
    return {
      entity: (id: string, name: string) => remove('entity', [id], t('done.deletedEntity', { name })),
      observation: (id: string) => remove('observation', [id], t('done.deletedObservation')),
      relation: (id: string) => remove('relation', [id], t('done.deletedRelation')),
      others: (ids: readonly string[]) => remove('observation', ids, t('done.kept', { count: ids.length })),
    }
  }, [queries, t, reason])
}

/** Deletes one thing now; what somebody else has deleted meanwhile is gone as wished. */
async function removeNow(noun: Noun, id: string): Promise<void> {
  try {
    await data(call(noun, id))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

function call(noun: Noun, id: string): Promise<{ response: Response; error?: unknown; data?: unknown }> {
  // The page may be left at this moment; the request goes out nevertheless.
  const keepalive = true
  switch (noun) {
    case 'entity':
      return api.DELETE('/api/knowledge/entities/{id}', { params: { path: { id } }, keepalive })
    case 'observation':
      return api.DELETE('/api/knowledge/observations/{id}', { params: { path: { id } }, keepalive })
    default:
      return api.DELETE('/api/knowledge/relations/{id}', { params: { path: { id } }, keepalive })
  }
}
