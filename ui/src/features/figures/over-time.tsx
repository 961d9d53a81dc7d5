import { useMemo } from 'react'

import { Chart, ChartCard, tableOf, type ChartKind, type Series } from '@/components/chart'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import type { Filter } from './address'
import { csvOf } from './data'
import { pointsOf } from './points'
import { answeredOf, type Whole } from './types'

/** Runs, times, tokens and costs over time. */
export function OverTime({ whole, filter }: { whole: Whole; filter: Filter }) {
  const t = useTexts('figures')
  const format = useFormat()
  const { series } = whole
  const count = (value: number) => format.number(value)
  return (
    <>
      <Course
        whole={whole}
        filter={filter}
        kind="stack"
        title={t('activity.title')}
        about={t('activity.about')}
        write={count}
        short={format.compact}
        className="lg:col-span-2"
        series={[
          { name: t('activity.answered'), values: series.map(answeredOf), color: 'var(--kind-tag)' },
          { name: t('activity.unanswered'), values: series.map((one) => one.unanswered), color: 'var(--warning)' },
          { name: t('activity.failed'), values: series.map((one) => one.failed), color: 'var(--danger)' },
          {
            name: t('activity.other'),
            values: series.map((one) => Math.max(0, one.executions - one.completed - one.failed)),
            color: 'var(--line-strong)',
          },
        ]}
      />
      <Course
        whole={whole}
        filter={filter}
        kind="line"
        title={t('latency.title')}
        about={t('latency.about')}
        write={format.duration}
        short={format.duration}
        height="h-60"
        series={[
          { name: t('latency.p50'), values: series.map((one) => one.p50Ms), color: 'var(--kind-tag)' },
          { name: t('latency.p95'), values: series.map((one) => one.p95Ms), color: 'var(--kind-pattern)' },
        ]}
      />
      <Course
        whole={whole}
        filter={filter}
        kind="stack"
        title={t('tokens.title')}
        about={t('tokens.about')}
        write={count}
        short={format.compact}
        height="h-60"
        series={[
          { name: t('tokens.input'), values: series.map((one) => one.inputTokens), color: 'var(--kind-word)' },
          { name: t('tokens.output'), values: series.map((one) => one.outputTokens), color: 'var(--kind-keyword)' },
        ]}
      />
      {whole.totals.cost > 0 && (
        <Course
          whole={whole}
          filter={filter}
          kind="bar"
          title={t('cost.title')}
          about={t('cost.about')}
          write={format.money}
          short={format.money}
          height="h-60"
          className="lg:col-span-2"
          series={[{ name: t('cost.cost'), values: series.map((one) => one.cost), color: 'var(--kind-pattern)' }]}
        />
      )}
    </>
  )
}

interface CourseProps {
  whole: Whole
  filter: Filter
  kind: ChartKind
  title: string
  about: string
  series: readonly Series[]
  write: (value: number) => string
  short: (value: number) => string
  height?: string
  className?: string
}

function Course({ whole, filter, kind, title, about, series, write, short, height = 'h-64', className }: CourseProps) {
  const t = useTexts('figures')
  const language = usePreferences((state) => state.language)
  const points = useMemo(
    () =>
      pointsOf(
        whole.series.map(({ at }) => at),
        whole.span,
        language,
      ),
    [whole, language],
  )
  return (
    <ChartCard
      title={title}
      about={about}
      table={tableOf(title, t(whole.span), { points, series, write })}
      csv={csvOf(filter, 'series')}
      height={height}
      className={className}
    >
      <Chart
        kind={kind}
        label={title}
        points={points}
        series={series}
        write={write}
        writeShort={short}
        className="h-full"
      />
    </ChartCard>
  )
}
