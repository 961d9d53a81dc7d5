import { ChartCard, Heatmap } from '@/components/chart'
import { Card } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import type { Filter } from './address'
import { useWeek } from './data'
import { weekdays } from './points'

const HOURS = 24
const NAMED_EVERY = 6

/** When work is done: weekdays below one another, hours beside one another. */
export function WeekCard({ filter }: { filter: Filter }) {
  const t = useTexts('figures')
  const format = useFormat()
  const language = usePreferences((state) => state.language)
  const found = useWeek(filter)
  const title = t('heatmap.title')
  if (!found.data) {
    return (
      <Card title={title} className="lg:col-span-2">
        {found.error ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
        ) : (
          <div className="p-4">
            <Skeleton className="h-56" />
          </div>
        )}
      </Card>
    )
  }
  const counts = new Map(found.data.cells.map(({ weekday, hour, executions }) => [weekday * HOURS + hour, executions]))
  const days = weekdays(language)
  const hour = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  const hours = Array.from({ length: HOURS }, (_, index) => {
    const long = hour.format(new Date(Date.UTC(2000, 0, 1, index)))
    return { long, short: index % NAMED_EVERY === 0 ? long : '' }
  })
  const some = found.data.cells.some(({ executions }) => executions > 0)
  const count = (day: number, at: number) => counts.get(day * HOURS + at) ?? 0
  return (
    <ChartCard
      title={title}
      about={t('heatmap.about')}
      height="h-60"
      className="lg:col-span-2"
      table={{
        caption: title,
        head: [t('heatmap.weekday'), ...hours.map(({ long }) => long)],
        rows: some ? days.map(({ long }, day) => [long, ...hours.map((_, at) => format.number(count(day, at)))]) : [],
      }}
    >
      <Heatmap
        caption={title}
        rows={days.map(({ short }) => short)}
        columns={hours}
        value={count}
        write={(executions) => t('heatmap.runs', { count: executions, n: format.number(executions) })}
      />
    </ChartCard>
  )
}
