import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data } from '@/client/api'
import { buttonLook } from '@/components/button'
import { DecisionView } from '@/components/decision'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { SidePanel } from './side-panel'

/** One decision with every reason for it. */
export function DecisionPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('architecture')
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
        <>
          <DecisionView decision={read.data} compact />
          <Link to="/routing" search={{ decision: id }} className={buttonLook('plain', 'small', 'mt-6')}>
            <Icon name="signpost" size={15} />
            {t('decision.explorer')}
          </Link>
        </>
      ) : (
        <Skeleton className="h-60" />
      )}
    </SidePanel>
  )
}
