import { Icon } from '@/components/icon'
import { Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { usePreview } from '../data'
import { TimeList } from '../time-list'
import type { Schedule } from '../types'

const SHOWN = 5

/** The next times of a schedule, with what a change of the clocks does to them. */
export function Times({ schedule }: { schedule: Schedule }) {
  const t = useTexts('schedules')
  const times = schedule.cron === null ? { everySeconds: schedule.everySeconds! } : { cron: schedule.cron }
  // Only the pattern is asked for anew; when an interval comes next is known from what it counts from.
  const preview = usePreview(
    schedule.cron === null
      ? null
      : { ...times, timezone: schedule.timezone, startsAt: schedule.startsAt, endsAt: schedule.endsAt },
  )
  if (!schedule.upcoming.length) {
    return (
      <p className="flex items-center gap-2 text-base text-muted">
        <Icon name="info" size={16} />
        {t('detail.upcomingNone')}
      </p>
    )
  }
  if (preview.isLoading) return <Skeleton className="h-32" />
  const known = new Map((preview.data?.upcoming ?? []).map((one) => [Date.parse(one.at), one]))
  return (
    <TimeList
      times={schedule.upcoming.slice(0, SHOWN).map((at) => known.get(Date.parse(at)) ?? { at, note: null })}
      timezone={schedule.timezone}
      label={t('detail.upcoming')}
    />
  )
}
