import { useState } from 'react'

import { Button } from '@/components/button'
import { Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { useLimits, type LimitUse } from './data'
import { LimitCard } from './limit-card'
import { LimitDialog } from './limit-dialog'
import { SpendingCard } from './spending'

/** What may be spent, what is, and on what it was. */
export default function BudgetsPage() {
  const t = useTexts('budgets')
  const limits = useLimits()
  const [open, setOpen] = useState<'new' | LimitUse | null>(null)
  const set = (
    <Button look="primary" icon="plus" onClick={() => setOpen('new')}>
      {t('set')}
    </Button>
  )
  return (
    <Page module="budgets" title={t('title')} about={t('about')} actions={limits.data?.length ? set : undefined}>
      <div className="flex flex-col gap-6">
        {limits.isPending ? (
          <Skeleton className="h-32 rounded-lg" />
        ) : !limits.data ? (
          <Failure error={limits.error} onRetry={() => void limits.refetch()} />
        ) : !limits.data.length ? (
          <Empty icon="coins" title={t('empty.title')} action={set} low>
            {t('empty.body')}
          </Empty>
        ) : (
          <ul aria-label={t('limits')} className="grid gap-4 lg:grid-cols-2">
            {limits.data.map((use) => (
              <LimitCard key={use.limit.id} use={use} onChange={() => setOpen(use)} />
            ))}
          </ul>
        )}
        <SpendingCard />
      </div>
      {open && <LimitDialog use={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </Page>
  )
}
