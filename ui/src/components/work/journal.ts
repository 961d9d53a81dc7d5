import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

/** The execution with its steps, read only where somebody wants to see them. */
export function useJournal(executionId: string, wanted: boolean) {
  return useQuery({
    queryKey: keys.execution(executionId),
    queryFn: ({ signal }) =>
      data(api.GET('/api/agents/execution/{id}', { params: { path: { id: executionId } }, signal })),
    enabled: wanted,
    staleTime: 30_000,
  })
}
