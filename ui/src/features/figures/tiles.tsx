import { Sparkline } from '@/components/chart'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { changeOf } from './range'
import { answeredOf, type Whole } from './types'

/** The figures that one wants first, with how they have changed and their course. */
export function Tiles({ whole, compare }: { whole: Whole; compare: boolean }) {
  const t = useTexts('figures')
  const format = useFormat()
  const { totals: now, previous: before, series } = whole
  const ended = now.completed + now.failed
  const tokens = now.inputTokens + now.outputTokens
  const change = (one: number | null, other: number | null) => (compare ? changeOf(one, other) : undefined)
  return (
    <dl aria-label={t('tiles.label')} className="figure-tiles grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <Tile
        icon="play"
        name={t('tiles.executions')}
        value={format.number(now.executions)}
        values={series.map((one) => one.executions)}
        change={change(now.executions, before.executions)}
        note={
          now.executions
            ? now.failed
              ? t('tiles.failed', { count: now.failed, n: format.number(now.failed) })
              : t('tiles.noneFailed')
            : t('tiles.none')
        }
      />
      <Tile
        icon="check-circle"
        name={t('tiles.success')}
        value={now.successRate === null ? '–' : format.percent(now.successRate)}
        good="more"
        values={series.map((one) =>
          one.completed + one.failed ? answeredOf(one) / (one.completed + one.failed) : null,
        )}
        change={change(now.successRate, before.successRate)}
        note={
          ended
            ? t('tiles.answered', { n: format.number(answeredOf(now)), total: format.number(ended) })
            : t('tiles.none')
        }
      />
      <Tile
        icon="timer"
        name={t('tiles.p95')}
        value={now.p95Ms === null ? '–' : format.duration(now.p95Ms)}
        good="less"
        values={series.map((one) => one.p95Ms)}
        change={change(now.p95Ms, before.p95Ms)}
        note={now.p50Ms === null ? t('tiles.none') : t('tiles.p50', { time: format.duration(now.p50Ms) })}
      />
      <Tile
        icon="hash"
        name={t('tiles.tokens')}
        value={format.compact(tokens)}
        exact={format.number(tokens)}
        values={series.map((one) => one.inputTokens + one.outputTokens)}
        change={change(tokens, before.inputTokens + before.outputTokens)}
        note={
          tokens
            ? t('tiles.tokensOf', { input: format.compact(now.inputTokens), output: format.compact(now.outputTokens) })
            : t('tiles.none')
        }
      />
      <Tile
        icon="currency-dollar"
        name={t('tiles.cost')}
        value={format.money(now.cost)}
        good="less"
        values={series.map((one) => one.cost)}
        change={change(now.cost, before.cost)}
        note={
          now.cost && now.executions
            ? t('tiles.perRun', { cost: format.money(now.cost / now.executions) })
            : t('tiles.none')
        }
      />
      <Tile
        icon="path"
        name={t('tiles.asked')}
        value={now.modelStageShare === null ? '–' : format.percent(now.modelStageShare)}
        good="less"
        values={[]}
        change={change(now.modelStageShare, before.modelStageShare)}
        note={now.modelStageShare === null ? t('tiles.noRoutings') : t('tiles.askedAbout')}
      />
    </dl>
  )
}

interface TileProps {
  icon: InterfaceIcon
  name: string
  value: string
  exact?: string
  note: string
  values: readonly (number | null)[]
  /** As a share; nothing where it cannot be told, left out where it is not wanted. */
  change: number | null | undefined
  /** What is good; neither where neither is. */
  good?: 'more' | 'less'
}

function Tile({ icon, name, value, exact, note, values, change, good }: TileProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 overflow-hidden rounded-lg border bg-surface pt-3">
      <dt className="flex min-w-0 items-center gap-1.5 px-4 text-sm text-muted">
        <Icon name={icon} size={15} className="text-faint" />
        <span className="min-w-0 truncate" title={name}>
          {name}
        </span>
      </dt>
      <dd className="flex min-w-0 flex-1 flex-col">
        <span title={exact} className="numbers truncate px-4 text-lg font-semibold tracking-tight">
          {value}
        </span>
        <span className="numbers px-4 text-sm break-words text-muted">{note}</span>
        {change !== undefined && <Change share={change} good={good} />}
        <Sparkline values={values} className="mt-auto h-7 w-full pt-1" />
      </dd>
    </div>
  )
}

const SAME = 0.005

function Change({ share, good }: { share: number | null; good: 'more' | 'less' | undefined }) {
  const t = useTexts('figures')
  const format = useFormat()
  if (share === null) return <span className="px-4 text-sm text-faint">{t('tiles.fresh')}</span>
  if (Math.abs(share) < SAME) return <span className="px-4 text-sm text-muted">{t('tiles.same')}</span>
  const more = share > 0
  const tone = !good ? 'text-muted' : more === (good === 'more') ? 'text-success' : 'text-danger'
  return (
    <span className={cn('numbers flex min-w-0 items-start gap-1 px-4 text-sm', tone)}>
      <Icon name={more ? 'arrow-up' : 'arrow-down'} size={13} className="mt-0.5" />
      <span className="min-w-0">
        {t(more ? 'tiles.more' : 'tiles.less', { share: format.percent(Math.abs(share)) })}
      </span>
    </span>
  )
}
