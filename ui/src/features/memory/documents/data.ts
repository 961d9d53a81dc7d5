import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

export interface DocumentFilter {
  tag: string | undefined
  source: 'upload' | 'agent' | undefined
}

const PAGE = 50
const HITS = 30

/** Documents, the latest first, page by page. */
export function useDocuments(filter: DocumentFilter, enabled = true) {
  return useInfiniteQuery({
    queryKey: [...keys.documents, 'list', filter],
    queryFn: ({ pageParam: before, signal }) =>
      data(api.GET('/api/documents', { params: { query: { ...filter, limit: PAGE, before } }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextBefore ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useDocument(id: string) {
  return useQuery({
    queryKey: keys.document(id),
    queryFn: ({ signal }) => data(api.GET('/api/documents/{id}', { params: { path: { id } }, signal })),
  })
}

/** A passage of a document. */
export function usePassage(documentId: string, passageId: string | undefined) {
  return useQuery({
    queryKey: [...keys.document(documentId), 'passage', passageId],
    queryFn: async ({ signal }) => {
      const query = { around: passageId!, before: 0, after: 0 }
      const { passages } = await data(
        api.GET('/api/documents/{id}/passages', { params: { path: { id: documentId }, query }, signal }),
      )
      return passages.find(({ id }) => id === passageId) ?? null
    },
    enabled: passageId !== undefined,
    retry: false,
  })
}

/** Passages that fit words, the best first. */
export function useHits(q: string, by: 'words' | 'meaning' | undefined, tag: string | undefined) {
  return useQuery({
    queryKey: [...keys.documents, 'search', q, by, tag],
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/documents/search', { params: { query: { q, mode: by ?? 'hybrid', tag, limit: HITS } }, signal }),
      ),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}
