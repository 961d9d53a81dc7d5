import { useDraggable } from '@dnd-kit/core'
import { Link } from '@tanstack/react-router'
import { memo, type KeyboardEvent } from 'react'

import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { keepSearch } from '../address'
import { Due } from '../due'
import { PriorityMark } from '../marks'
import { TaskMenu } from '../menu'
import type { Status, Task } from '../types'
import { Working } from '../working'

const TAGS_SHOWN = 3

export interface CardActs {
  onKey: (event: KeyboardEvent, task: Task) => void
  onMove: (task: Task, status: Status) => void
  onStep: (task: Task, by: 1 | -1) => void
}

interface CardProps {
  task: Task
  /** It was picked up, and is to be seen elsewhere. */
  lifted: boolean
  /** What a screen reader says of how it is moved. */
  instructions: string
  acts: CardActs
}

/** A task on the board. */
export const Card = memo(function Card({ task, lifted, instructions, acts }: CardProps) {
  const t = useTexts('tasks')
  const { setNodeRef, listeners } = useDraggable({ id: task.id, data: { task }, disabled: task.running })
  return (
    <li
      ref={setNodeRef}
      {...listeners}
      data-task={task.id}
      className={cn(
        'group relative flex min-w-0 touch-manipulation flex-col gap-1.5 rounded-md border',
        'bg-surface p-3 transition-colors duration-120 select-none hover:border-line-strong',
        !task.running && 'cursor-grab',
        lifted && 'opacity-45 outline-2 outline-accent outline-dashed',
      )}
    >
      <Face task={task}>
        <Link
          to="/tasks/$taskId"
          params={{ taskId: task.id }}
          search={keepSearch}
          draggable={false}
          aria-label={t('card.open', { number: task.number, title: task.title })}
          aria-describedby={instructions}
          onKeyDown={(event) => acts.onKey(event, task)}
          className={cn(
            'line-clamp-3 font-medium break-words after:absolute after:inset-0',
            'after:rounded-md focus-visible:outline-none focus-visible:after:outline-2',
            'focus-visible:after:outline-accent',
          )}
        >
          {task.title}
        </Link>
      </Face>
      <span className="absolute top-1.5 right-2">
        <TaskMenu task={task} onMove={(status) => acts.onMove(task, status)} onStep={(by) => acts.onStep(task, by)} />
      </span>
    </li>
  )
})

/** The card as it follows the pointer. */
export function FlyingCard({ task }: { task: Task }) {
  return (
    <div
      className={cn(
        'flex min-w-0 rotate-1 cursor-grabbing flex-col gap-1.5 rounded-md border',
        'border-accent bg-surface p-3 shadow-float',
      )}
    >
      <Face task={task}>
        <span className="line-clamp-3 font-medium break-words">{task.title}</span>
      </Face>
    </div>
  )
}

function Face({ task, children }: { task: Task; children: React.ReactNode }) {
  const t = useTexts('tasks')
  const format = useFormat()
  const agent = useAgentsById().get(task.agentId ?? '')
  const who = task.agentId ? t('card.assigned', { name: agent?.name ?? task.agentId }) : t('card.unassigned')
  return (
    <>
      <span className="flex min-h-5 items-center gap-1.5 pr-7 text-sm text-muted">
        <span className="numbers">#{task.number}</span>
        <PriorityMark priority={task.priority} word={task.priority === 'urgent'} />
        {task.blocked && (
          <span className="inline-flex min-w-0 items-center gap-1 text-warning">
            <Icon name="lock-simple" size={14} />
            <span className="truncate text-xs">{t('card.blocked')}</span>
          </span>
        )}
      </span>
      {children}
      {task.tags.length > 0 && (
        <span className="flex min-w-0 flex-wrap gap-1 text-xs text-muted">
          {task.tags.slice(0, TAGS_SHOWN).map((tag) => (
            <span key={tag} className="max-w-28 truncate rounded-sm bg-sunken px-1.5 py-px">
              {tag}
            </span>
          ))}
          {task.tags.length > TAGS_SHOWN && <span className="px-0.5 py-px">+{task.tags.length - TAGS_SHOWN}</span>}
        </span>
      )}
      <Working task={task} />
      <span className="flex min-h-6 min-w-0 items-center gap-3 text-sm text-muted">
        <span title={who}>
          {task.agentId ? (
            <Avatar agent={agent} size={22} state={task.running ? 'working' : undefined} />
          ) : (
            <Icon name="signpost" size={17} className="text-faint" />
          )}
          <span className="sr-only">{who}</span>
        </span>
        <Due task={task} className="min-w-0" />
        <span className="flex-1" />
        {task.scheduleId && (
          <span title={t('card.scheduled')}>
            <Icon name="repeat" size={14} label={t('card.scheduled')} />
          </span>
        )}
        {task.comments > 0 && (
          <span className="numbers inline-flex items-center gap-1">
            <Icon name="chat-text" size={14} />
            <span aria-hidden>{format.number(task.comments)}</span>
            <span className="sr-only">{t('card.comments', { count: task.comments })}</span>
          </span>
        )}
      </span>
    </>
  )
}
