import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data } from '@/client/api'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { membersOf, type Member } from './model'

/** Swarms that are read at once. */
const PAGE = 50
/** Turns of a resident that are read at once. */
const TURNS = 15

/** All swarms, latest first, page by page. */
export function useSwarms() {
  return useInfiniteQuery({
    queryKey: keys.swarms,
    queryFn: ({ pageParam: before }) =>
      data(api.GET('/api/swarms', { params: { query: { limit: PAGE, ...(before ? { before } : {}) } } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextBefore,
  })
}

/** What swarms can be made from. */
export function useTemplates() {
  return useQuery({
    queryKey: keys.swarmTemplates,
    queryFn: () => data(api.GET('/api/swarms/templates')),
    select: (answer) => answer.templates,
    staleTime: Infinity,
  })
}

export function useSwarm(id: string) {
  return useQuery({
    queryKey: keys.swarm(id),
    queryFn: () => data(api.GET('/api/swarms/{id}', { params: { path: { id } } })),
  })
}

/** All residents of a swarm, in the order in which they came. */
export function useResidents(swarmId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: keys.residents(swarmId),
    queryFn: () => data(api.GET('/api/swarms/{id}/residents', { params: { path: { id: swarmId } } })),
    select: (answer) => answer.residents,
  })
}

/** Everybody in a swarm by id, the person too. */
export function useMembers(swarmId: string): ReadonlyMap<string, Member> {
  const t = useTexts('swarm')
  const { data: residents } = useResidents(swarmId)
  const you = t('you')
  return useMemo(() => membersOf(residents ?? [], you), [residents, you])
}

/** The turns of a resident, latest page first; the pages before it are read on demand. */
export function useHistory(swarmId: string, residentId: string) {
  return useInfiniteQuery({
    queryKey: keys.residentHistory(residentId),
    queryFn: ({ pageParam: before }) =>
      data(
        api.GET('/api/swarms/{id}/residents/{residentId}/history', {
          params: { path: { id: swarmId, residentId }, query: { limit: TURNS, ...(before ? { before } : {}) } },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextBefore,
  })
}

/** Who waits for whom. */
export function useWaits(swarmId: string) {
  return useQuery({
    queryKey: keys.waits(swarmId),
    queryFn: () => data(api.GET('/api/swarms/{id}/waits', { params: { path: { id: swarmId } } })),
    select: (answer) => answer.waits,
    placeholderData: keepPreviousData,
  })
}
