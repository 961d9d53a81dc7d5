import { Link, useSearch } from '@tanstack/react-router'

import { Button, buttonLook } from '@/components/button'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { MisrouteCard } from './card'
import { useMisroutes, useWithdrawing } from './data'

/** Misroutes: what people said about wrong agents, and what would put it right. */
export default function MisroutesTab() {
  const t = useTexts('routing-misroutes')
  const { misroute } = useSearch({ from: '/routing' })
  const found = useMisroutes()
  const { hidden, withdraw } = useWithdrawing()
  if (found.isPending) return <Skeleton className="h-120 rounded-lg" />
  if (!found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  const all = found.data.pages.flatMap((page) => page.misroutes).filter(({ id }) => !hidden.has(id))
  if (!all.length) {
    return (
      <Empty
        icon="signpost"
        title={t('empty.title')}
        action={
          <Link to="/chat" className={buttonLook('primary')}>
            {t('empty.action')}
          </Link>
        }
      >
        {t('empty.body')}
      </Empty>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="max-w-180 text-muted">{t('about')}</p>
      <ul aria-label={t('list')} className="flex min-w-0 flex-col gap-3">
        {all.map((one) => (
          <MisrouteCard key={one.id} misroute={one} begins={one.id === misroute} onWithdraw={withdraw} />
        ))}
      </ul>
      {found.hasNextPage && (
        <div className="text-center">
          <Button look="quiet" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  )
}
