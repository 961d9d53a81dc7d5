import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

function useWholeHealth() {
  return useQuery({
    queryKey: keys.agentHealth,
    queryFn: () => data(api.GET('/api/agents/health')),
    staleTime: 60_000,
  })
}

/** Whether an agent could answer now; nothing while that is not known. */
export function useHealth(id: string) {
  return useWholeHealth().data?.agents.find((one) => one.id === id)
}

/** The agents that could not answer now. */
export function useUnwell(): ReadonlySet<string> {
  const { data: health } = useWholeHealth()
  return useMemo(() => new Set((health?.agents ?? []).filter((one) => !one.healthy).map((one) => one.id)), [health])
}
