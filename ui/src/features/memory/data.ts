import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

export const MOST_MATCHES = 100
/** Observations and relations of an entity that are read at first, and the most that are read at once. */
export const FACTS = 200
export const MOST_FACTS = 500

/** Keys of what is read here; a change of the memory makes all of it be read again. */
export const memoryKeys = {
  entities: (filter: object, page: number) => [...keys.knowledge, 'entities', filter, page],
  entity: (id: string, limit: number) => [...keys.knowledge, 'entity', id, limit],
  neighbours: (id: string, limit: number) => [...keys.knowledge, 'neighbours', id, limit],
  change: (id: string) => [...keys.knowledge, 'change', id],
}

/** A memory in figures. */
export function useSummary(scope: string) {
  return useQuery({
    queryKey: [...keys.knowledge, 'summary', scope],
    queryFn: () => data(api.GET('/api/knowledge', { params: { query: { scope } } })),
    placeholderData: keepPreviousData,
  })
}

/** The entities that have words of `q`, best first. */
export function useBest(scope: string, q: string, limit: number, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.knowledge, 'best', scope, q, limit],
    queryFn: ({ signal }) => data(api.GET('/api/knowledge/search', { params: { query: { scope, q, limit } }, signal })),
    enabled: enabled && q !== '',
    placeholderData: keepPreviousData,
  })
}

export function useEntity(id: string, limit: number = FACTS) {
  return useQuery({
    queryKey: memoryKeys.entity(id, limit),
    queryFn: () => data(api.GET('/api/knowledge/entities/{id}', { params: { path: { id }, query: { limit } } })),
    placeholderData: (before) => (before?.id === id ? before : undefined),
  })
}

/** The entities that most relations name. */
export function useConnected(scope: string, limit: number) {
  return useQuery({
    queryKey: [...keys.knowledge, 'connected', scope, limit],
    queryFn: () => data(api.GET('/api/knowledge/graph', { params: { query: { scope, limit } } })),
  })
}

export function useConflicts(scope: string, limit: number) {
  return useQuery({
    queryKey: [...keys.knowledge, 'conflicts', scope, limit],
    queryFn: () => data(api.GET('/api/knowledge/conflicts', { params: { query: { scope, limit } } })),
  })
}

/** What happened to a memory, latest first, page by page. */
export function useChanges(scope: string, limit: number) {
  return useInfiniteQuery({
    queryKey: [...keys.knowledge, 'changes', scope, limit],
    queryFn: ({ pageParam: before }) =>
      data(api.GET('/api/knowledge/changes', { params: { query: { scope, limit, before } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextBefore ?? undefined,
  })
}

export function useChange(id: string, enabled: boolean) {
  return useQuery({
    queryKey: memoryKeys.change(id),
    queryFn: () => data(api.GET('/api/knowledge/changes/{id}', { params: { path: { id } } })),
    enabled,
  })
}
