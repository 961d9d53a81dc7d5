import type { ReactNode } from 'react'

import type { Schemas } from '@/client/api'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useAddress } from './address'
import { startOf } from './calendar/days'
import { NO_FILTERS, type DueFilter } from './filters'

type TaskStats = Schemas['TaskStats']

const DAY_HOURS = 24

/** All tasks in a few figures. */
export function Stats({ stats }: { stats: TaskStats | undefined }) {
  const t = useTexts('tasks')
  const format = useFormat()
  if (!stats) return <Skeleton className="h-23 rounded-lg" />
  const count = (status: string) => stats.byStatus[status] ?? 0
  const open = count('todo') + count('doing') + count('review') + count('paused')
  const mean = stats.meanHoursToDone
  return (
    <dl aria-label={t('stats.label')} className="grid grid-cols-3 gap-2 sm:gap-3 lg:grid-cols-[1fr_1fr_1fr_2fr]">
      <Figure icon="circle" name={t('stats.open')} value={format.number(open)}>
        <span className="max-sm:hidden">
          {t('stats.openNote', { doing: format.number(count('doing')), review: format.number(count('review')) })}
        </span>
      </Figure>
      <Figure
        icon="warning"
        name={t('stats.overdue')}
        value={format.number(stats.overdue)}
        tone={stats.overdue ? 'text-danger' : ''}
      >
        {stats.overdue ? (
          <Narrow due="overdue">{t('stats.overdueShow')}</Narrow>
        ) : (
          <span className="max-sm:hidden">{t('stats.overdueNone')}</span>
        )}
      </Figure>
      <Figure icon="calendar-blank" name={t('stats.dueToday')} value={format.number(stats.dueToday)}>
        {stats.dueToday ? (
          <Narrow due="today">{t('stats.todayShow')}</Narrow>
        ) : (
          <span className="max-sm:hidden">{t('stats.todayNone')}</span>
        )}
      </Figure>
      <div
        className={cn(
          'col-span-3 flex min-w-0 flex-col gap-0.5 rounded-lg border bg-surface px-3',
          'py-2.5 sm:px-4 sm:py-3 lg:col-span-1',
        )}
      >
        <dt className="flex items-center gap-1.5 text-sm text-muted">
          <Icon name="check-circle" size={15} className="text-faint" />
          <span className="whitespace-nowrap">{t('stats.done')}</span>
        </dt>
        <dd className="flex min-w-0 items-end gap-4">
          <span className="flex min-w-0 flex-col">
            <span className="numbers text-xl font-semibold tracking-tight">
              {format.number(stats.completedLast7Days)}
            </span>
            <span className="numbers text-sm text-muted">
              {mean === null
                ? t('stats.meanNone')
                : t('stats.mean', {
                    time:
                      mean < DAY_HOURS
                        ? format.duration(mean * 3_600_000)
                        : t('stats.hours', { n: format.number(mean) }),
                  })}
            </span>
          </span>
          <DoneBars days={stats.completedPerDay} />
        </dd>
      </div>
    </dl>
  )
}

function Figure({
  icon,
  name,
  value,
  tone,
  children,
}: {
  icon: InterfaceIcon
  name: string
  value: string
  tone?: string
  children: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 rounded-lg border bg-surface px-3 py-2.5 sm:px-4 sm:py-3">
      <dt className="flex items-center gap-1.5 text-sm text-muted">
        <Icon name={icon} size={15} className={cn('max-sm:hidden', tone || 'text-faint')} />
        <span className="truncate">{name}</span>
      </dt>
      <dd className="flex min-w-0 flex-col">
        <span className={cn('numbers text-xl font-semibold tracking-tight', tone)}>{value}</span>
        <span className="numbers text-sm break-words text-muted">{children}</span>
      </dd>
    </div>
  )
}

/** Shows only the tasks that a figure counts. */
function Narrow({ due, children }: { due: DueFilter; children: string }) {
  const { go } = useAddress()
  return (
    <button
      type="button"
      onClick={() => go({ ...NO_FILTERS, due })}
      className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
    >
      {children}
    </button>
  )
}

/** One small bar for each day. */
function DoneBars({ days }: { days: TaskStats['completedPerDay'] }) {
  const t = useTexts('tasks')
  const format = useFormat()
  const most = Math.max(1, ...days.map((day) => day.done))
  return (
    <ol
      aria-label={t('stats.perDay')}
      className="ml-auto flex h-12 min-w-24 flex-1 items-end justify-end gap-px sm:max-w-72"
    >
      {days.map((day) => {
        const words = t('stats.day', { count: day.done, date: format.date(startOf(day.date)) })
        return (
          <li key={day.date} title={words} className="flex h-full min-w-0 flex-1 items-end">
            <span className="sr-only">{words}</span>
            <span
              aria-hidden
              className={cn('block w-full rounded-t-[2px]', day.done ? 'bg-success' : 'bg-line')}
              style={{ height: day.done ? `${Math.max(8, (day.done / most) * 100)}%` : 2 }}
            />
          </li>
        )
      })}
    </ol>
  )
}
