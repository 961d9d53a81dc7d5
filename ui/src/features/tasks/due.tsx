import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat, type Format } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { dayOf, isWholeDay, plusDays } from './calendar/days'
import type { Task } from './types'

type Dated = Pick<Task, 'dueAt' | 'status'>

/** Whether the date of a task that is not over has passed. */
export function isOverdue({ dueAt, status }: Dated, now: number = Date.now()): boolean {
  return dueAt !== null && status !== 'done' && status !== 'cancelled' && Date.parse(dueAt) < now
}

/** Says when something is due, as one says it. */
export function useDueWords(): (at: string) => string {
  const t = useTexts('tasks')
  const format = useFormat()
  const language = usePreferences((state) => state.language)
  return (at) => {
    const [day, today] = [dayOf(at), dayOf(new Date())]
    const whole = isWholeDay(at)
    const time = format.minute(at)
    if (day === today) return whole ? t('dueWord.today') : t('dueWord.todayAt', { time })
    if (day === plusDays(today, 1)) return whole ? t('dueWord.tomorrow') : t('dueWord.tomorrowAt', { time })
    return shortDate(format, language, at, day.slice(0, 4) === today.slice(0, 4))
  }
}

function shortDate(format: Format, language: string, at: string, thisYear: boolean): string {
  return thisYear
    ? new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }).format(new Date(at))
    : format.date(at)
}

/** When a task is due: in words, and in red with a mark once that has passed. */
export function Due({ task, className }: { task: Dated; className?: string }) {
  const t = useTexts('tasks')
  const format = useFormat()
  const words = useDueWords()
  if (task.dueAt === null) return null
  const late = isOverdue(task)
  return (
    <time
      dateTime={task.dueAt}
      title={t('dueWord.label', {
        when: isWholeDay(task.dueAt) ? format.date(task.dueAt) : format.dateTime(task.dueAt),
      })}
      className={cn(
        'numbers inline-flex items-center gap-1 align-middle whitespace-nowrap',
        late ? 'font-medium text-danger' : 'text-muted',
        className,
      )}
    >
      <Icon name={late ? 'warning' : 'calendar-blank'} size={14} />
      <span className="min-w-0 truncate">
        {late ? t('dueWord.overdue', { when: words(task.dueAt) }) : words(task.dueAt)}
      </span>
    </time>
  )
}
