import { useInfiniteQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

const PAGE = 50

/** Golden cases with who gets each now, latest first; only those that go elsewhere where `failing`. */
export function useCases(failing: boolean) {
  return useInfiniteQuery({
    queryKey: [...keys.golden, failing],
    queryFn: ({ pageParam }) =>
      data(
        api.GET('/api/routing/golden', {
          params: { query: { limit: PAGE, failing, ...(pageParam ? { before: pageParam } : {}) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
  })
}
