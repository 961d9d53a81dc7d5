import { useEffect, useRef, useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { useMedia } from '@/lib/media'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useDueBetween } from '../data'
import { useRemoving } from '../removing'
import { Agenda } from './agenda'
import { dayOf, firstWeekday, isMonth, monthOf, plusMonths, startOf, weeksOf } from './days'
import { Month } from './month'

/** Tasks on the days on which they are due: a month as a grid, on a phone as a list of days. */
export function Calendar() {
  const t = useTexts('tasks')
  const language = usePreferences((state) => state.language)
  const phone = useMedia('(max-width: 699px)')
  const { month: asked, filters, go } = useAddress()
  const [today] = useState(() => dayOf(new Date()))
  const month = asked && isMonth(asked) ? asked : monthOf(today)
  const weeks = weeksOf(month, firstWeekday(language))
  const due = useDueBetween(weeks[0]![0]!, weeks.at(-1)![6]!, filters)
  const removing = useRemoving((state) => state.ids)
  const tasks = (due.data?.tasks ?? []).filter((task) => !removing.has(task.id))
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(startOf(`${month}-01`))
  const to = (next: string) => go({ month: next === monthOf(today) ? undefined : next }, true)
  const whole = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (
        !whole.current ||
        at.closest('input,textarea,select,[role=dialog],[role=menu]') ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return
      if (event.key !== 'PageUp' && event.key !== 'PageDown') return
      if (!whole.current.contains(at)) return
      event.preventDefault()
      to(plusMonths(month, event.key === 'PageUp' ? -1 : 1))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <div ref={whole} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-1">
        <h2 aria-live="polite" className="min-w-36 pr-2 text-md font-semibold first-letter:uppercase">
          {name}
        </h2>
        <IconButton icon="caret-left" label={t('calendar.previous')} onClick={() => to(plusMonths(month, -1))} />
        <IconButton icon="caret-right" label={t('calendar.next')} onClick={() => to(plusMonths(month, 1))} />
        <Button size="small" className="ml-1" disabled={month === monthOf(today)} onClick={() => to(monthOf(today))}>
          {t('calendar.today')}
        </Button>
        {due.isFetching && <Icon name="circle-notch" size={15} className="ml-1 animate-spin text-faint" />}
      </div>
      {due.data?.more && (
        <p className="flex items-center gap-2 text-base text-warning">
          <Icon name="warning" size={16} />
          {t('calendar.tooMany')}
        </p>
      )}
      {due.isPending ? (
        <Skeleton className="h-150 rounded-lg" />
      ) : due.error && !due.data ? (
        <Failure error={due.error} onRetry={() => void due.refetch()} />
      ) : phone ? (
        <Agenda month={month} name={name} tasks={tasks} today={today} />
      ) : (
        <Month weeks={weeks} month={month} name={name} tasks={tasks} today={today} />
      )}
    </div>
  )
}
