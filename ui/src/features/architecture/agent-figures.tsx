import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Failure, Skeleton } from '@/components/states'
import { Tooltip } from '@/components/tooltip'
import { timezone } from '@/lib/day'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

const DAYS = 14

/** How an agent has done. */
export function AgentActivity({ id }: { id: string }) {
  const t = useTexts('architecture')
  const format = useFormat()
  const read = useQuery({
    queryKey: [...keys.agentMetrics(id), DAYS],
    queryFn: () =>
      data(
        api.GET('/api/agents/{agentId}/metrics', {
          params: { path: { agentId: id }, query: { days: DAYS, timezone } },
        }),
      ),
  })
  if (read.error) return <Failure error={read.error} onRetry={() => void read.refetch()} className="py-4" />
  if (read.isPending) return <Skeleton className="h-40" />
  const { figures, days } = read.data
  if (!figures?.executions) return <p className="text-base text-muted">{t('panel.never')}</p>
  const time = (value: number | null) => (value === null ? '–' : format.duration(value))
  return (
    <>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2.5">
        <Figure name={t('panel.runs')}>{format.number(figures.executions)}</Figure>
        <Figure name={t('panel.success')}>
          {figures.successRate === null ? '–' : format.percent(figures.successRate)}
        </Figure>
        <Figure name={t('panel.cost')}>{format.money(figures.cost)}</Figure>
        <Figure name={t('panel.mean')}>{time(figures.meanMs)}</Figure>
        <Figure name={t('panel.p95')}>{time(figures.p95Ms)}</Figure>
        <Figure name={t('panel.tokens')}>{format.compact(figures.inputTokens + figures.outputTokens)}</Figure>
      </dl>
      <Days days={days} />
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="numbers truncate text-md font-semibold">{children}</dd>
    </div>
  )
}

function Days({ days }: { days: readonly Schemas['AgentDay'][] }) {
  const t = useTexts('architecture')
  const shared = useTexts('shared')
  const format = useFormat()
  const [table, setTable] = useState(false)
  const most = Math.max(1, ...days.map((day) => day.executions))
  const dateOf = (day: Schemas['AgentDay']) => format.date(`${day.date}T12:00:00`)
  return (
    <div className="mt-3">
      <div className="flex items-center gap-2">
        <h4 className="min-w-0 flex-1 text-xs text-muted">{t('panel.days')}</h4>
        <Button size="small" look="quiet" aria-pressed={table} onClick={() => setTable(!table)}>
          {shared(table ? 'chart' : 'table')}
        </Button>
      </div>
      {table ? (
        <table className="numbers w-full text-sm">
          <thead>
            <tr className="text-left text-muted">
              <th scope="col" className="py-1 font-medium">
                {t('panel.date')}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {t('panel.runs')}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {t('panel.failed')}
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                {t('panel.mean')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date} className="border-t">
                <td className="py-1">{dateOf(day)}</td>
                <td className="py-1 text-right">{format.number(day.executions)}</td>
                <td className="py-1 text-right">{format.number(day.failed)}</td>
                <td className="py-1 text-right">{day.meanMs === null ? '–' : format.duration(day.meanMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div role="img" aria-label={t('panel.days')} className="flex h-16 items-end gap-1 border-b">
          {days.map((day) => (
            <Tooltip
              key={day.date}
              text={[
                t('panel.runsOn', { date: dateOf(day), count: day.executions }),
                day.failed > 0 && t('panel.failedOf', { failed: day.failed }),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              <span className="flex h-full flex-1 flex-col justify-end">
                {day.failed > 0 && (
                  <span className="block rounded-t-sm bg-danger" style={{ height: `${(day.failed / most) * 100}%` }} />
                )}
                <span
                  className={day.failed > 0 ? 'block bg-accent' : 'block rounded-t-sm bg-accent'}
                  style={{ height: day.executions ? `${((day.executions - day.failed) / most) * 100}%` : '1px' }}
                />
              </span>
            </Tooltip>
          ))}
        </div>
      )}
    </div>
  )
}
