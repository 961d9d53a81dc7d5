import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data } from '@/client/api'

import { memoryKeys } from '../data'
import { useRemoving } from '../removing'
import type { EntityBrief } from '../types'

export const PAGE = 50

export interface EntityFilter {
  scope: string
  /** Text that name, type or an observation contains, whatever the case; empty for all. */
  search: string
  type: string | undefined
  outside: boolean
}

/** Entities by their place in the list; only the pages between the places `first` and `last` are read. */
export function useEntities(filter: EntityFilter, first: number, last: number, enabled = true) {
  const hidden = useRemoving((state) => state.ids)
  // The first page is always there: it tells how many there are, and what it told before stays until it tells anew.
  const head = useQuery({ ...pageOf(filter, 0), enabled, placeholderData: keepPreviousData })
  const pages = useMemo(() => {
    const from = Math.max(1, Math.floor(first / PAGE))
    const to = Math.floor(last / PAGE)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  }, [first, last])
  const settled = enabled && !head.isPlaceholderData
  const rest = useQueries({ queries: pages.map((page) => ({ ...pageOf(filter, page), enabled: settled })) })
  const more = head.data?.more ?? false
  // Of very many only so many are counted, and further ones by the pages that are read.
  const total = more ? Math.max(...[head, ...rest].map(({ data: page }) => page?.total ?? 0)) : (head.data?.total ?? 0)
  const at = (place: number): EntityBrief | undefined => {
    const page = Math.floor(place / PAGE)
    const found = page ? rest[pages.indexOf(page)]?.data : head.data
    return found?.entities[place % PAGE]
  }
  return {
    total,
    more,
    at,
    hidden,
    /** What is shown answers an earlier question. */
    stale: head.isPlaceholderData,
    pending: head.isPending,
    error: head.error ?? rest.find((page) => page.error)?.error ?? null,
    retry: () => {
      void head.refetch()
      for (const page of rest) if (page.error) void page.refetch()
    },
  }
}

function pageOf(filter: EntityFilter, page: number) {
  const { scope, search, type, outside } = filter
  return {
    queryKey: memoryKeys.entities(filter, page),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      data(
        api.GET('/api/knowledge/entities', {
          params: {
            query: {
              scope,
              search: search || undefined,
              entityType: type,
              tainted: outside || undefined,
              limit: PAGE,
              offset: page * PAGE,
            },
          },
          signal,
        }),
      ),
  }
}
