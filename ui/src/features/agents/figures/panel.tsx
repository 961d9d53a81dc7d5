import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'

import { api, data, type Agent, type Schemas } from '@/client/api'
import { buttonLook } from '@/components/button'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { Ago } from '@/components/time'
import { timezone } from '@/lib/day'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { Days } from './days'

const RANGES = ['7', '14', '30', '90'] as const

/** What one agent did: runs, success, times, tokens, cost, ratings, errors. */
export function Figures({ agent }: { agent: Agent }) {
  const t = useTexts('agents-figures')
  const [range, setRange] = useState<(typeof RANGES)[number]>('14')
  const figures = useQuery({
    queryKey: [...keys.agentMetrics(agent.id), range],
    queryFn: () =>
      data(
        api.GET('/api/agents/{agentId}/metrics', {
          params: { path: { agentId: agent.id }, query: { days: Number(range), timezone } },
        }),
      ),
    placeholderData: keepPreviousData,
  })
  if (figures.error) return <Failure error={figures.error} onRetry={() => void figures.refetch()} />
  if (!figures.data)
    return (
      <div className="flex flex-col gap-3">
        <Skeleton className="h-28" />
        <Skeleton className="h-32" />
      </div>
    )
  if (!figures.data.figures && !figures.data.recent.length) {
    return (
      <Empty
        icon="chart-bar"
        title={t('empty')}
        action={
          agent.status === 'active' && (
            <Link to="/chat" search={{ agent: agent.id }} className={buttonLook('primary')}>
              {t('talk')}
            </Link>
          )
        }
      >
        {t('emptyBody')}
      </Empty>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <div>
        <Choice
          label={t('range')}
          size="small"
          value={range}
          onChange={setRange}
          options={RANGES.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
        />
      </div>
      {figures.data.figures ? (
        <Numbers figures={figures.data.figures} />
      ) : (
        <p className="text-base text-muted">{t('quiet')}</p>
      )}
      <Days days={figures.data.days} color={agent.color} />
      <Feedback counts={figures.data.feedback} />
      <Errors errors={figures.data.errors} />
      <Recent recent={figures.data.recent} />
    </div>
  )
}

function Numbers({ figures }: { figures: Schemas['AgentMetrics'] }) {
  const t = useTexts('agents-figures')
  const format = useFormat()
  const or = (value: number | null, write: (value: number) => string) => (value === null ? '–' : write(value))
  const numbers: [string, string, string?][] = [
    [t('runs'), format.number(figures.executions)],
    [t('unanswered'), format.number(figures.unanswered)],
    [t('success'), or(figures.successRate, format.percent)],
    [t('mean'), or(figures.meanMs, format.duration)],
    [t('p95'), or(figures.p95Ms, format.duration)],
    [
      t('tokens'),
      format.compact(figures.inputTokens + figures.outputTokens),
      t('tokensDetail', { input: format.number(figures.inputTokens), output: format.number(figures.outputTokens) }),
    ],
    [t('cost'), format.money(figures.cost)],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
      {numbers.map(([name, value, about]) => (
        <div key={name} className="min-w-0" title={about}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="numbers truncate text-lg font-semibold">{value}</dd>
          {about && <dd className="sr-only">{about}</dd>}
        </div>
      ))}
    </dl>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Feedback({ counts }: { counts: Schemas['FeedbackCount'] }) {
  const t = useTexts('agents-figures')
  const format = useFormat()
  return (
    <Part title={t('feedback')}>
      {counts.up + counts.down === 0 ? (
        <p className="text-base text-muted">{t('noFeedback')}</p>
      ) : (
        <p className="numbers flex gap-4 text-base">
          <span className="inline-flex items-center gap-1.5 text-success">
            <Icon name="thumbs-up" size={16} />
            {`${format.number(counts.up)} ${t('up')}`}
          </span>
          <span className="inline-flex items-center gap-1.5 text-danger">
            <Icon name="thumbs-down" size={16} />
            {`${format.number(counts.down)} ${t('down')}`}
          </span>
        </p>
      )}
    </Part>
  )
}

const CLASSES = new Set([
  'network',
  'model',
  'validation',
  'authentication',
  'rate_limit',
  'timeout',
  'tool',
  'budget',
  'cancelled',
])

function Errors({ errors }: { errors: readonly Schemas['ErrorCount'][] }) {
  const t = useTexts('agents-figures')
  const format = useFormat()
  return (
    <Part title={t('errors')}>
      {!errors.length ? (
        <p className="text-base text-muted">{t('noErrors')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {errors.map(({ errorClass, count }) => (
            <li key={errorClass} className="flex items-center gap-2 text-base">
              <Icon name="warning-circle" size={16} className="text-danger" />
              <span className="flex-1">
                {t(`errorClass.${CLASSES.has(errorClass) ? (errorClass as 'model') : 'other'}`)}
              </span>
              <span className="numbers text-muted">{format.number(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Recent({ recent }: { recent: readonly Schemas['RecentExecution'][] }) {
  const t = useTexts('agents-figures')
  const shared = useTexts('shared')
  if (!recent.length) return null
  return (
    <Part title={t('recent')}>
      <ul className="flex flex-col">
        {recent.map((one) => (
          <li key={one.id}>
            <Link
              to="/chat/$conversationId"
              params={{ conversationId: one.conversationId }}
              search={{ turn: one.id }}
              className="-mx-2 flex items-baseline gap-2 rounded-md px-2 py-1.5 hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 text-base break-words">{one.message}</span>
                <span className={`text-sm ${one.status === 'failed' ? 'text-danger' : 'text-muted'}`}>
                  {shared(`status.${one.status}`)}
                </span>
              </span>
              <Ago at={one.createdAt} className="shrink-0 text-sm text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}
