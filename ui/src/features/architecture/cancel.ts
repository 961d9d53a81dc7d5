import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { keys } from '@/live/refresh'

/** Stops an execution; it is over when its events say so. */
export function useCancel(id: string): { stop: () => void; stopping: boolean } {
  const queries = useQueryClient()
  const reason = useReason()
  const cancel = useMutation({
    mutationFn: () => data(api.POST('/api/agents/execution/{id}/cancel', { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.overview }),
    onError: (error) => notify(reason(error), 'failed'),
  })
  return { stop: () => cancel.mutate(), stopping: cancel.isPending || cancel.isSuccess }
}
