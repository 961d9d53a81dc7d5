import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

import type { Times } from './plan'
import type { Schedule } from './types'

const PAGE = 50
const RUNS = 20

/** All schedules, or those that stand so, page by page. */
export function useSchedules(status: Schedule['status'] | undefined) {
  return useInfiniteQuery({
    queryKey: [...keys.schedules, 'list', status ?? 'all'],
    queryFn: ({ pageParam: before, signal }) =>
      data(
        api.GET('/api/schedules', {
          params: { query: { limit: PAGE, ...(status ? { status } : {}), ...(before ? { before } : {}) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextBefore,
    placeholderData: keepPreviousData,
  })
}

export function useSchedule(id: string) {
  return useQuery({
    queryKey: keys.schedule(id),
    queryFn: ({ signal }) => data(api.GET('/api/schedules/{id}', { params: { path: { id } }, signal })),
  })
}

/** What became of a schedule's times, latest first. */
export function useRuns(id: string) {
  return useInfiniteQuery({
    queryKey: [...keys.schedule(id), 'runs'],
    queryFn: ({ pageParam: before, signal }) =>
      data(
        api.GET('/api/schedules/{id}/runs', {
          params: { path: { id }, query: { limit: RUNS, ...(before ? { before } : {}) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextBefore,
  })
}

export interface Asked extends Times {
  timezone: string
  startsAt: string | null
  endsAt: string | null
}

/** What certain times come to. */
export function usePreview(asked: Asked | null) {
  return useQuery({
    queryKey: [...keys.schedules, 'preview', asked],
    queryFn: ({ signal }) => data(api.POST('/api/schedules/preview', { body: asked!, signal })),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
