import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'
import { useLive } from '@/live/store'
import type { LiveFact } from '@/live/turns'

/** The conversation that an event belongs to, if there is one still. */
export function useConversation(fact: LiveFact): string | undefined {
  const named =
    typeof fact.data.conversationId === 'string' && fact.data.change !== 'deleted'
      ? fact.data.conversationId
      : undefined
  const run = fact.executionId ?? ''
  const live = useLive((now) => now.turns[run]?.conversationId ?? undefined)
  const execution = useQuery({
    queryKey: keys.execution(run),
    queryFn: () => data(api.GET('/api/agents/execution/{id}', { params: { path: { id: run } } })),
    enabled: Boolean(run && !named && !live),
  })
  return named ?? live ?? execution.data?.conversationId
}
