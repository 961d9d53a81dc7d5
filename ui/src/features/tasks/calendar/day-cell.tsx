import { useDroppable } from '@dnd-kit/core'
import { memo, type KeyboardEvent } from 'react'

import { Popover } from '@/components/popover'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import type { Task } from '../types'
import type { Day } from './days'
import { TaskChip } from './task-chip'

const SHOWN = 3

interface DayCellProps {
  day: Day
  name: string
  inMonth: boolean
  today: boolean
  tasks: readonly Task[]
  /** What is picked up would be put down here. */
  target: boolean
  liftedId: string | null
  instructions: string
  onKey: (event: KeyboardEvent, task: Task) => void
}

/** A day: its number, which adds a task to it, and what is due. */
export const DayCell = memo(function DayCell({
  day,
  name,
  inMonth,
  today,
  tasks,
  target,
  liftedId,
  instructions,
  onKey,
}: DayCellProps) {
  const t = useTexts('tasks')
  const { go } = useAddress()
  const { setNodeRef } = useDroppable({ id: day })
  const chip = (task: Task) => (
    <TaskChip key={task.id} task={task} lifted={task.id === liftedId} instructions={instructions} onKey={onKey} />
  )
  const more = tasks.length - SHOWN
  return (
    <td
      ref={setNodeRef}
      data-day={day}
      className={cn(
        'h-28 border-r p-1 align-top last:border-r-0',
        !inMonth && 'bg-sunken/60',
        target && 'bg-accent-soft ring-2 ring-accent ring-inset',
      )}
    >
      <div className="flex min-w-0 flex-col gap-1">
        <button
          type="button"
          aria-label={t('add.dayLabel', { day: name })}
          aria-current={today ? 'date' : undefined}
          onClick={() => go({ new: true, on: day })}
          className={cn(
            'numbers grid size-6 place-items-center rounded-full text-sm hover:bg-hover',
            today
              ? 'bg-accent font-semibold text-on-accent hover:bg-accent-hover'
              : inMonth
                ? 'text-ink'
                : 'text-muted',
          )}
        >
          {Number(day.slice(8))}
        </button>
        {tasks.length > 0 && (
          <ul aria-label={t('calendar.of', { day: name })} className="flex min-w-0 flex-col gap-1">
            {tasks.slice(0, more === 1 ? SHOWN + 1 : SHOWN).map(chip)}
          </ul>
        )}
        {more > 1 && (
          <Popover
            label={t('calendar.of', { day: name })}
            className="w-64"
            trigger={
              <button
                type="button"
                className="h-6 rounded-sm px-1.5 text-left text-xs text-muted hover:bg-hover hover:text-ink"
              >
                {t('calendar.more', { count: more })}
              </button>
            }
          >
            <ul className="flex flex-col gap-1">{tasks.slice(SHOWN).map(chip)}</ul>
          </Popover>
        )}
      </div>
    </td>
  )
})
