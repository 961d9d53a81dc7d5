import { DndContext, DragOverlay, pointerWithin } from '@dnd-kit/core'
import { useId, useMemo } from 'react'

import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import type { Task } from '../types'
import { byDay } from './by-day'
import { DayCell } from './day-cell'
import { startOf, type Day } from './days'
import { ChipFace } from './task-chip'
import { useDayLift } from './use-day-lift'

/** What goes on is told by the calendar itself, in the language of the person. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}

interface MonthProps {
  weeks: readonly (readonly Day[])[]
  month: string
  name: string
  tasks: readonly Task[]
  today: Day
}

/** A month as a table of weeks; tasks are moved from day to day. */
export function Month({ weeks, month, name, tasks, today }: MonthProps) {
  const t = useTexts('tasks')
  const format = useFormat()
  const instructions = useId()
  const language = usePreferences((state) => state.language)
  const { lift, said, onKey, context } = useDayLift(weeks[0]![0]!, weeks.at(-1)![6]!)
  const shown = useMemo(() => byDay(tasks), [tasks])
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' })
  return (
    <DndContext {...context} collisionDetection={pointerWithin} accessibility={SILENT}>
      <p id={instructions} hidden>
        {t('drag.dayInstructions')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="overflow-hidden rounded-lg border bg-surface">
        <table className="w-full table-fixed border-collapse">
          <caption className="sr-only">{t('calendar.label', { month: name })}</caption>
          <thead>
            <tr>
              {weeks[0]!.map((day) => (
                <th
                  key={day}
                  scope="col"
                  abbr={new Intl.DateTimeFormat(language, { weekday: 'long' }).format(startOf(day))}
                  className={cn(
                    'h-9 border-b bg-sunken px-2 text-left text-sm font-medium text-muted',
                    'first-letter:uppercase',
                  )}
                >
                  {weekday.format(startOf(day))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]} className="border-b last:border-b-0">
                {week.map((day) => (
                  <DayCell
                    key={day}
                    day={day}
                    name={format.day(startOf(day))}
                    inMonth={day.startsWith(month)}
                    today={day === today}
                    tasks={shown.get(day) ?? EMPTY}
                    target={lift !== null && lift.day === day}
                    liftedId={lift?.task.id ?? null}
                    instructions={instructions}
                    onKey={onKey}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DragOverlay dropAnimation={null}>
        {lift?.by === 'pointer' && (
          <div className="rounded-sm border border-accent bg-surface shadow-float">
            <ChipFace task={lift.task} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

const EMPTY: readonly Task[] = []
