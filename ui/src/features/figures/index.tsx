import './figures.css'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data } from '@/client/api'
import { Button, buttonLook } from '@/components/button'
import { Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useFilter } from './address'
import { useFreshFigures, useWhole } from './data'
import { DelegationsCard } from './delegations'
import { ErrorsCard } from './errors'
import { Filters } from './filters'
import { OverTime } from './over-time'
import { RoutingCard } from './routing'
import { Tiles } from './tiles'
import { WeekCard } from './week'
import { Who } from './who'

/** What was done, how well, how fast and for how much: figures that people show their boss. */
export default function FiguresPage() {
  const t = useTexts('figures')
  const format = useFormat()
  const { filter, go } = useFilter()
  const whole = useWhole(filter)
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  useFreshFigures()
  const people = me.data !== undefined && me.data.user.role !== 'member'
  const filtered = [filter.agent, filter.model, filter.tool].some(Boolean)
  const range = whole.data && t('aboutRange', { from: format.date(whole.data.from), to: format.date(whole.data.to) })
  return (
    <Page
      module="metrics"
      title={t('title')}
      about={
        <>
          {t('about')} {range && <span className="numbers">{range}</span>}
        </>
      }
      actions={
        <Button look="quiet" icon="printer" className="figure-print" onClick={() => window.print()}>
          {t('print')}
        </Button>
      }
    >
      <Filters />
      {!whole.data ? (
        whole.error ? (
          <Failure error={whole.error} onRetry={() => void whole.refetch()} />
        ) : (
          <Waiting />
        )
      ) : whole.data.totals.executions === 0 && !filtered ? (
        <Empty
          icon="chart-line-up"
          title={t(filter.range === '90d' ? 'empty.title' : 'quiet.title')}
          action={
            <Link to="/chat" className={buttonLook('primary')}>
              {t('empty.action')}
            </Link>
          }
        >
          {t('empty.body')}
        </Empty>
      ) : whole.data.totals.executions === 0 && whole.data.totals.modelCalls + whole.data.totals.toolCalls === 0 ? (
        <Empty
          icon="chart-line-up"
          title={t('quiet.title')}
          action={
            <Button onClick={() => go({ agent: undefined, model: undefined, tool: undefined })}>{t('clear')}</Button>
          }
        >
          {t('quiet.body')}
        </Empty>
      ) : (
        <div
          className={cn('flex flex-col gap-4 transition-opacity duration-120', whole.isPlaceholderData && 'opacity-60')}
        >
          <Tiles whole={whole.data} compare={filter.compare} />
          <div className="figure-cards grid min-w-0 gap-4 lg:grid-cols-2">
            <OverTime whole={whole.data} filter={filter} />
            <Who filter={filter} people={people} />
            <DelegationsCard filter={filter} />
            <RoutingCard filter={filter} />
            <ErrorsCard filter={filter} span={whole.data.span} />
            <WeekCard filter={filter} />
          </div>
        </div>
      )}
    </Page>
  )
}

/** The page before its figures are there, in their sizes. */
function Waiting() {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-37 rounded-lg" />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-82 rounded-lg lg:col-span-2" />
        <Skeleton className="h-78 rounded-lg" />
        <Skeleton className="h-78 rounded-lg" />
        <Skeleton className="h-96 rounded-lg lg:col-span-2" />
      </div>
    </div>
  )
}
