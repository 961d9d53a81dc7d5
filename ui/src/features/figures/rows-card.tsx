import { useState, type ReactNode } from 'react'

import { Sparkline } from '@/components/chart'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { Tooltip } from '@/components/tooltip'
import { useFormat } from '@/lib/format'
import { barLength } from '@/lib/bar'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Row } from './types'

const FIRST = 8
const NOTHING: readonly never[] = []
const ALL = 100

interface RowsCardProps {
  title: string
  about: string
  /** What a row is. */
  noun: string
  found: { data: { rows: Row[] } | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  csv: string
  nameOf: (row: Row) => string
  draw?: (row: Row, name: string) => ReactNode
  colorOf?: (row: Row) => string | undefined
  /** Leaves out columns that say nothing of this kind of thing. */
  without?: readonly ('tokens' | 'cost')[]
  /** Whether runs are counted rather than calls. */
  runs?: boolean
  className?: string
}

/** What was used how much, the most used first: a bar each, and its figures beside. */
export function RowsCard({
  title,
  about,
  noun,
  found,
  csv,
  nameOf,
  draw,
  colorOf,
  without = NOTHING,
  runs,
  className,
}: RowsCardProps) {
  const t = useTexts('figures')
  const format = useFormat()
  const [more, setMore] = useState(false)
  const rows = [...(found.data?.rows ?? [])].sort((a, b) => timesOf(b) - timesOf(a))
  const most = Math.max(1, ...rows.map(timesOf))
  const resume = runs ? 4 : 3 // a phone shows the first figure and those from here on
  const columns = [
    t(runs ? 'columns.runs' : 'columns.calls'),
    ...(runs ? [t('columns.unanswered')] : []),
    t('columns.success'),
    t('columns.p50'),
    t('columns.p95'),
    ...(without.includes('tokens') ? [] : [t('columns.tokens')]),
    ...(without.includes('cost') ? [] : [t('columns.cost')]),
  ]
  const cells = (row: Row) => [
    format.number(timesOf(row)),
    ...(runs ? [format.number(row.unanswered)] : []),
    share(row.successRate, format.percent),
    share(row.p50Ms, format.duration),
    share(row.p95Ms, format.duration),
    ...(without.includes('tokens') ? [] : [format.compact(row.tokens)]),
    ...(without.includes('cost') ? [] : [format.money(row.cost)]),
  ]
  return (
    <Card
      title={title}
      className={className ?? ''}
      actions={
        rows.length > 0 && (
          <Tooltip text={t('csv')}>
            <a
              href={csv}
              download
              aria-label={`${t('csv')}: ${title}`}
              className={cn(
                'chart-acts grid size-7 place-items-center rounded-md text-muted',
                'transition-colors duration-120 hover:bg-hover hover:text-ink',
              )}
            >
              <Icon name="download-simple" size={16} />
            </a>
          </Tooltip>
        )
      }
    >
      <p className="px-4 text-sm text-muted">{about}</p>
      {found.isPending ? (
        <div className="flex flex-col gap-1.5 p-4">
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="h-9" />
          ))}
        </div>
      ) : !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
      ) : !rows.length ? (
        <p className="px-4 pt-2 pb-4 text-muted">{t('quiet.title')}</p>
      ) : (
        <div role="region" aria-label={title} tabIndex={0} className="overflow-x-auto px-4 pt-1 pb-3">
          <table className="w-full border-collapse text-left text-base">
            <caption className="sr-only">{title}</caption>
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="py-1.5 pr-3 font-medium">
                  {noun}
                </th>
                {columns.map((name, index) => (
                  <th
                    key={name}
                    scope="col"
                    className={cn(
                      'py-1.5 pl-3 text-right font-medium whitespace-nowrap',
                      index > 0 && index < resume && 'max-sm:hidden',
                    )}
                  >
                    {name}
                  </th>
                ))}
                <th scope="col" className="py-1.5 pl-3 text-right font-medium whitespace-nowrap max-lg:hidden">
                  {t('columns.last')}
                </th>
                <th scope="col" className="figure-course w-24 py-1.5 pl-4 font-medium max-sm:hidden">
                  {t('columns.course')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, more ? ALL : FIRST).map((row) => (
                <tr key={row.key} className="border-t">
                  <th scope="row" className="max-w-60 min-w-32 py-1.5 pr-3 font-normal">
                    <span className="flex min-w-0 items-center gap-2">
                      {draw?.(row, nameOf(row)) ?? (
                        <span className="min-w-0 truncate" title={nameOf(row)}>
                          {nameOf(row)}
                        </span>
                      )}
                    </span>
                    <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-full bg-sunken">
                      <span
                        className="figure-bar block h-full rounded-full"
                        style={{
                          width: barLength(timesOf(row), most),
                          ...(colorOf?.(row) ? { background: colorOf(row) } : {}),
                        }}
                      />
                    </span>
                  </th>
                  {cells(row).map((cell, index) => (
                    <td
                      key={index}
                      className={cn(
                        'numbers py-1.5 pl-3 text-right whitespace-nowrap',
                        index > 0 && index < resume && 'max-sm:hidden',
                      )}
                    >
                      {cell}
                    </td>
                  ))}
                  <td className="py-1.5 pl-3 text-right text-sm whitespace-nowrap text-muted max-lg:hidden">
                    <Ago at={row.lastUsedAt} />
                  </td>
                  <td className="figure-course py-1.5 pl-4 max-sm:hidden">
                    <Sparkline values={row.series} className="h-6 w-20" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > FIRST && (
            <Button size="small" look="quiet" className="mt-2" onClick={() => setMore(!more)}>
              {more
                ? t('fewer')
                : t('more', {
                    count: Math.min(rows.length, ALL) - FIRST,
                    n: format.number(Math.min(rows.length, ALL) - FIRST),
                  })}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

const timesOf = (row: Row): number => ('calls' in row ? row.calls : row.executions)
const share = (value: number | null, write: (value: number) => string): string => (value === null ? '–' : write(value))
