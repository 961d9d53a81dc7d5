import { useQueries, useQueryClient } from '@tanstack/react-query'

import { api, data } from '@/client/api'

import { memoryKeys } from '../data'
import { MOST, STEP, type Hood } from './plan'

/** Reads the surroundings of each expanded entity, of which `expanded` says how many at most. */
export function useHoods(expanded: ReadonlyMap<string, number>) {
  const queries = useQueryClient()
  const ids = [...expanded.keys()]
  return useQueries({
    queries: ids.map((id) => {
      const limit = expanded.get(id)!
      return {
        queryKey: memoryKeys.neighbours(id, limit),
        queryFn: () =>
          data(
            api.GET('/api/knowledge/entities/{id}/neighbours', {
              params: { path: { id }, query: { depth: 1, limit } },
            }),
          ),
        // While more are read, those that are there stay.
        placeholderData: () =>
          queries.getQueryData<Hood>(memoryKeys.neighbours(id, limit - STEP < MOST ? limit - STEP : limit)),
      }
    }),
    combine: (results) => ({
      hoods: new Map(
        results.flatMap((result, index) => (result.data ? [[ids[index]!, result.data as Hood] as const] : [])),
      ),
      loading: new Set(
        results.flatMap((result, index) =>
          result.isFetching && (result.isPlaceholderData || !result.data) ? [ids[index]!] : [],
        ),
      ),
      error: results.find((result) => result.error && !result.data)?.error ?? null,
      retry: () => results.forEach((result) => result.error && void result.refetch()),
    }),
  })
}
