import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

/** A passage with those beside it, and what its document is called. */
export function useCited(documentId: string, passageId: string) {
  return useQuery({
    queryKey: [...keys.document(documentId), 'cited', passageId],
    queryFn: async ({ signal }) => {
      const path = { id: documentId }
      const [document, { passages }] = await Promise.all([
        data(api.GET('/api/documents/{id}', { params: { path }, signal })),
        data(
          api.GET('/api/documents/{id}/passages', {
            params: { path, query: { around: passageId, before: 1, after: 1 } },
            signal,
          }),
        ),
      ])
      const at = passages.findIndex(({ id }) => id === passageId)
      const passage = passages[at]
      if (!passage) return null
      return { title: document.title, passage, before: passages.slice(0, at), after: passages.slice(at + 1) }
    },
    staleTime: 60_000,
    retry: false,
  })
}
