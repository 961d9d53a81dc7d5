import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

const PAGE = 30

/** All releases, latest first. */
export function useReleases() {
  return useInfiniteQuery({
    queryKey: [...keys.releases, 'list'],
    queryFn: ({ pageParam }) =>
      data(
        api.GET('/api/routing/releases', {
          params: { query: { limit: PAGE, ...(pageParam ? { before: pageParam } : {}) } },
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextBefore,
  })
}

export function useRelease(number: number | undefined) {
  return useQuery({
    queryKey: [...keys.releases, 'one', number],
    queryFn: () => data(api.GET('/api/routing/releases/{number}', { params: { path: { number: number! } } })),
    enabled: number !== undefined,
  })
}

/** How the decisions of a canary turned out beside those of the published release. */
export function useCanaryFigures(number: number) {
  return useQuery({
    queryKey: [...keys.canary, number],
    queryFn: () => data(api.GET('/api/routing/releases/{number}/canary', { params: { path: { number } } })),
  })
}

/** What differs between two releases; from the one it was made from where `against` does not say. */
export function useDifference(number: number, against: number | undefined) {
  return useQuery({
    queryKey: [...keys.releases, 'diff', number, against ?? null],
    queryFn: () =>
      data(
        api.GET('/api/routing/releases/{number}/diff', {
          params: { path: { number }, query: against === undefined ? {} : { against } },
        }),
      ),
    placeholderData: keepPreviousData,
  })
}
