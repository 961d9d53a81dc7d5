import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'

import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { keepSearch } from '../address'
import { isOverdue } from '../due'
import { StatusMark } from '../marks'
import type { Task } from '../types'
import { byDay } from './by-day'
import { isWholeDay, monthOf, startOf, type Day } from './days'

/** The days of a month on which something is due, one below the other. */
export function Agenda({
  month,
  name,
  tasks,
  today,
}: {
  month: string
  name: string
  tasks: readonly Task[]
  today: Day
}) {
  const t = useTexts('tasks')
  const format = useFormat()
  const days = useMemo(() => [...byDay(tasks)].filter(([day]) => monthOf(day) === month), [tasks, month])
  if (!days.length)
    return <p className="py-6 text-center text-base text-muted">{t('calendar.nothing', { month: name })}</p>
  return (
    <ol className="flex flex-col gap-4">
      {days.map(([day, due]) => (
        <li key={day} className="flex flex-col gap-1.5">
          <h3 className={day === today ? 'text-sm font-semibold text-accent' : 'text-sm font-semibold text-muted'}>
            <span className="inline-block first-letter:uppercase">{format.day(startOf(day))}</span>
            {day === today && ` · ${t('calendar.today')}`}
          </h3>
          <ul className="overflow-hidden rounded-lg border bg-surface">
            {due.map((task) => (
              <li key={task.id} className="border-b last:border-b-0">
                <Link
                  to="/tasks/$taskId"
                  params={{ taskId: task.id }}
                  search={keepSearch}
                  className="flex min-h-12 items-center gap-3 px-3 py-1.5 active:bg-hover"
                >
                  <span className="numbers w-12 shrink-0 text-sm text-muted">
                    {isWholeDay(task.dueAt!) ? '' : format.minute(task.dueAt!)}
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="line-clamp-2 font-medium break-words">{task.title}</span>
                    <StatusMark
                      status={task.status}
                      className={isOverdue(task) ? 'text-sm text-danger' : 'text-sm text-muted'}
                    />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
