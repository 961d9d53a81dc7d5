import { useMemo } from 'react'

import { Chart, ChartCard, PALETTE, type Series } from '@/components/chart'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { RunLink } from '@/components/run-link'
import { Failure, Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import type { Filter } from './address'
import { csvOf, useErrors } from './data'
import { pointsOf } from './points'
import type { ErrorRow, Span } from './types'

const CLASSES = [
  'network',
  'model',
  'validation',
  'authentication',
  'rate_limit',
  'timeout',
  'tool',
  'budget',
  'cancelled',
  'permission',
  'internal',
] as const
const MOST = 6

/** What failed, by kind: over time, and the latest of each kind. */
export function ErrorsCard({ filter, span }: { filter: Filter; span: Span }) {
  const t = useTexts('figures')
  const format = useFormat()
  const language = usePreferences((state) => state.language)
  const agents = useAgentsById()
  const found = useErrors(filter)
  const className = useClassName()
  const rows = found.data?.rows ?? []
  const points = useMemo(
    () =>
      pointsOf(
        (found.data?.series ?? []).map(({ at }) => at),
        span,
        language,
      ),
    [found.data, span, language],
  )
  const series = useMemo((): Series[] => {
    const kinds = (found.data?.rows ?? []).slice(0, MOST).map(({ errorClass }) => errorClass)
    return kinds.map((kind, index) => ({
      name: className(kind),
      values: (found.data?.series ?? []).map(({ counts }) => counts[kind] ?? 0),
      color: index === 0 ? 'var(--danger)' : PALETTE[index % PALETTE.length],
    }))
  }, [found.data, className])
  const title = t('errors.title')
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
  if (!rows.length) {
    return (
      <Card title={title}>
        <p className="flex flex-1 items-center justify-center gap-2 px-4 py-10 text-muted">
          <Icon name="check-circle" size={18} className="text-success" />
          {t('errors.none')}
        </p>
      </Card>
    )
  }
  const whose = (row: ErrorRow) =>
    format.list(
      row.agents.slice(0, 3).map(({ agentId, name }) => agents.get(agentId)?.name ?? name ?? (agentId || '–')),
    )
  return (
    <ChartCard
      title={title}
      about={t('errors.about')}
      csv={csvOf(filter, 'errors')}
      height=""
      table={{
        caption: title,
        head: [t('errors.kind'), t('errors.count'), t('errors.agents'), t('errors.last')],
        rows: rows.map((row) => [
          className(row.errorClass),
          format.number(row.count),
          whose(row),
          row.lastAt ? format.dateTime(row.lastAt) : '–',
        ]),
      }}
    >
      <Chart
        kind="stack"
        label={title}
        points={points}
        series={series}
        write={(value) => format.number(value)}
        legend={false}
        className="h-32"
      />
      <ul className="mt-2 flex flex-col divide-y">
        {rows.slice(0, MOST).map((row, index) => (
          <li key={row.errorClass} className="flex flex-col gap-0.5 py-2">
            <span className="flex min-w-0 items-center gap-2">
              <span
                aria-hidden
                className="size-2 shrink-0 rounded-full"
                style={{ background: index === 0 ? 'var(--danger)' : PALETTE[index % PALETTE.length] }}
              />
              <span className="font-medium">{className(row.errorClass)}</span>
              <span className="numbers text-muted">{format.number(row.count)}</span>
              <span className="min-w-0 flex-1 truncate text-sm text-muted" title={whose(row)}>
                {whose(row)}
              </span>
              <Ago at={row.lastAt} className="shrink-0 text-sm text-muted" />
            </span>
            {row.sample && (
              <span className="flex min-w-0 items-baseline gap-2 pl-4 text-sm">
                <span className="min-w-0 truncate text-muted" title={row.sample.message}>
                  {row.sample.message}
                </span>
                <RunLink executionId={row.sample.executionId}>{t('errors.open')}</RunLink>
              </span>
            )}
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}

function useClassName(): (errorClass: string) => string {
  const t = useTexts('figures')
  return useMemo(
    () => (errorClass: string) => t(`errors.classes.${CLASSES.find((one) => one === errorClass) ?? 'other'}`),
    [t],
  )
}
