import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

const WHILE_AT_WORK_MS = 3000

/**
 * The embedder, and how far it is. While texts are left it is asked again and again: their preparation is no fact of
 * the
 * event log, which would have one for every few texts.
 */
export function useEmbedder() {
  return useQuery({
    queryKey: keys.embedder,
    queryFn: () => data(api.GET('/api/embedder')),
    refetchInterval: ({ state: { data: embedder } }) =>
      embedder?.state === 'ready' && embedder.pending > 0 ? WHILE_AT_WORK_MS : false,
  })
}
