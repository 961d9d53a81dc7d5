import { Card } from '@/components/page'
import { ChartCard } from '@/components/chart'
import { Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { barLength } from '@/lib/bar'
import { cn } from '@/lib/cn'
import { useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'

import type { Filter } from './address'
import { useRouting } from './data'

/** Which steps of the routing decided, in the order in which they are asked. */
export function RoutingCard({ filter }: { filter: Filter }) {
  const t = useTexts('figures')
  const nameOf = useStageName()
  const format = useFormat()
  const found = useRouting(filter)
  const title = t('routing.title')
  if (!found.data) {
    return (
      <Card title={title}>
        {found.error ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
        ) : (
          <div className="p-4">
            <Skeleton className="h-64" />
          </div>
        )}
      </Card>
    )
  }
  const stages = found.data.stages.filter(({ count }) => count > 0)
  return (
    <ChartCard
      title={title}
      about={t('routing.about')}
      height=""
      table={{
        caption: title,
        head: [t('routing.stage'), t('routing.count'), t('routing.share')],
        rows: stages.map(({ stage, count, share }) => [nameOf(stage), format.number(count), format.percent(share)]),
      }}
    >
      <ul className="flex flex-col gap-2.5 pt-1">
        {stages.map(({ stage, count, share }) => (
          <li key={stage} className="flex flex-col gap-1">
            <span className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate">{nameOf(stage)}</span>
              <span className="numbers text-sm text-muted">{format.number(count)}</span>
              <span className="numbers w-12 text-right text-sm">{format.percent(share)}</span>
            </span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
              <span
                className={cn(
                  'block h-full rounded-full',
                  stage === 'model' ? 'bg-warning' : stage === 'finalize' ? 'bg-danger' : 'figure-bar',
                )}
                style={{ width: barLength(share, 1) }}
              />
            </span>
          </li>
        ))}
      </ul>
      {found.data.noAnswerShare !== null && found.data.noAnswerShare > 0 && (
        <p className="mt-3 text-sm text-muted">
          {t('routing.nobody', { share: format.percent(found.data.noAnswerShare) })}
        </p>
      )}
    </ChartCard>
  )
}
