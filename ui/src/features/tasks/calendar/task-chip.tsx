import { useDraggable } from '@dnd-kit/core'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'

import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { keepSearch } from '../address'
import { isOverdue } from '../due'
import { STATUS_LOOK } from '../marks'
import type { Task } from '../types'
import { isWholeDay } from './days'

interface TaskChipProps {
  task: Task
  lifted: boolean
  instructions: string
  onKey: (event: KeyboardEvent, task: Task) => void
}

/** A task on the day on which it is due. */
export function TaskChip({ task, lifted, instructions, onKey }: TaskChipProps) {
  const t = useTexts('tasks')
  const { setNodeRef, listeners } = useDraggable({ id: task.id, data: { task } })
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      data-due={task.id}
      className={cn('min-w-0 cursor-grab touch-manipulation select-none', lifted && 'opacity-45')}
    >
      <Link
        to="/tasks/$taskId"
        params={{ taskId: task.id }}
        search={keepSearch}
        draggable={false}
        aria-describedby={instructions}
        title={task.title}
        onKeyDown={(event) => onKey(event, task)}
        className={cn(
          'block rounded-sm bg-sunken transition-colors duration-120 hover:bg-hover',
          'focus-visible:outline-offset-0',
        )}
      >
        <span className="sr-only">{t('number', { number: task.number })}: </span>
        <ChipFace task={task} />
      </Link>
    </li>
  )
}

export function ChipFace({ task }: { task: Task }) {
  const format = useFormat()
  const over = task.status === 'done' || task.status === 'cancelled'
  const late = isOverdue(task)
  const [icon, ink] = STATUS_LOOK[task.status]
  return (
    <span
      className={cn('flex h-6 min-w-0 items-center gap-1 px-1.5 text-xs', late && 'text-danger', over && 'text-muted')}
    >
      <Icon name={late ? 'warning' : icon} size={13} className={late ? '' : ink} />
      {!isWholeDay(task.dueAt!) && (
        <span className="numbers shrink-0 text-muted max-lg:hidden">{format.minute(task.dueAt!)}</span>
      )}
      <span className={cn('min-w-0 truncate', over && 'line-through')}>{task.title}</span>
    </span>
  )
}
