import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { DecisionView } from '@/components/decision'
import { Failure, Skeleton } from '@/components/states'
import { keys } from '@/live/refresh'

import { SidePanel } from './side-panel'
import { useArchitectureTexts } from './texts'

/** One decision with every reason for it. */
export function DecisionPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useArchitectureTexts()
  const read = useQuery({
    queryKey: keys.decision(id),
    queryFn: () => data(api.GET('/api/routing/decisions/{id}', { params: { path: { id } } })),
    staleTime: Infinity,
  })
  return (
    <SidePanel title={t('decision.title')} name={t('decision.title')} onClose={onClose}>
      {read.error ? (
        <Failure error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data ? (
        <DecisionView decision={read.data} compact />
      ) : (
        <Skeleton className="h-60" />
      )}
    </SidePanel>
  )
}
