import { useMemo } from 'react'

import { Empty, Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useMembers, useWaits } from '../data'
import type { Swarm } from '../types'
import { WaitsGraph } from './graph'
import { WaitsList } from './list'
import { planOf } from './plan'

/** Who waits for whom, as a graph and as a list. */
export function Waits({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const waits = useWaits(swarm.id)
  const members = useMembers(swarm.id)
  const plan = useMemo(() => planOf(waits.data ?? []), [waits.data])
  if (waits.isPending) return <Skeleton className="m-6 h-64" />
  if (waits.error && !waits.data) return <Failure error={waits.error} onRetry={() => void waits.refetch()} />
  if (!plan.lines.length)
    return (
      <Empty icon="seal-check" title={t('waits.none')}>
        {t('waits.noneBody')}
      </Empty>
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 sm:p-6">
      <div className="flex items-baseline gap-3">
        <h2 className="text-md font-semibold">{t('waits.title')}</h2>
        <span className="numbers text-sm text-muted">{format.number(plan.lines.length)}</span>
      </div>
      <WaitsGraph plan={plan} members={members} />
      <WaitsList lines={plan.lines} members={members} />
    </div>
  )
}
