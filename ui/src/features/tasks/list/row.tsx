import { Link } from '@tanstack/react-router'
import { memo, type KeyboardEvent } from 'react'

import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { Ago } from '@/components/time'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { keepSearch } from '../address'
import { Due } from '../due'
import { PriorityMark, StatusMark } from '../marks'
import { TaskMenu } from '../menu'
import type { Task } from '../types'
import { useStatus } from '../use-acts'
import { Working } from '../working'

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/** A task as a line of the table; on a phone, as two. */
export const Row = memo(function Row({ task }: { task: Task }) {
  const t = useTexts('tasks')
  const agent = useAgentsById().get(task.agentId ?? '')
  const become = useStatus()
  return (
    <tr
      className={cn(
        'group relative border-b transition-colors duration-120 last:border-b-0',
        'hover:bg-hover/60 *:px-3 *:py-2 max-sm:flex max-sm:flex-wrap max-sm:items-center',
        'max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-2 max-sm:*:py-0',
      )}
    >
      <th scope="row" className="min-w-0 font-normal max-sm:order-1 max-sm:flex-1">
        <Link
          to="/tasks/$taskId"
          params={{ taskId: task.id }}
          search={keepSearch}
          onKeyDown={goOn}
          className={cn(
            'block min-w-0 truncate font-medium after:absolute after:inset-0',
            'focus-visible:outline-none focus-visible:after:outline-2',
            'focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
            'max-sm:line-clamp-2 max-sm:whitespace-normal',
          )}
        >
          <span className="numbers mr-1.5 font-normal text-muted">#{task.number}</span>
          {task.title}
        </Link>
        <span className="flex min-w-0 items-center gap-3">
          <Working task={task} />
          {task.blocked && (
            <span className="inline-flex min-w-0 items-center gap-1 text-sm text-warning">
              <Icon name="lock-simple" size={14} />
              <span className="truncate">{t('card.blocked')}</span>
            </span>
          )}
        </span>
      </th>
      <td className="max-sm:order-3 max-sm:text-sm">
        <StatusMark status={task.status} />
      </td>
      <td className="max-lg:hidden">
        <span className="flex min-w-0 items-center gap-2">
          {task.agentId ? (
            <Avatar agent={agent} size={24} />
          ) : (
            <Icon name="signpost" size={17} className="mx-1 text-faint" />
          )}
          <span className="min-w-0 truncate">
            {task.agentId ? (agent?.name ?? task.agentId) : <span className="text-muted">{t('list.nobody')}</span>}
          </span>
        </span>
      </td>
      <td className="max-sm:order-4 max-sm:text-sm">
        <PriorityMark priority={task.priority} word />
      </td>
      <td className="max-sm:order-5 max-sm:text-sm">
        <Due task={task} />
      </td>
      <td className="text-sm text-muted max-lg:hidden">
        <Ago at={task.updatedAt} />
      </td>
      <td className="max-sm:order-2">
        <TaskMenu task={task} onMove={(status) => become(task, status)} />
      </td>
    </tr>
  )
})

/** Arrow keys go from row to row. */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const by = STEPS[event.key]
  const row = event.currentTarget.closest('tr')
  if (!by || !row) return
  const next = by === 1 ? row.nextElementSibling : row.previousElementSibling
  const link = next?.querySelector<HTMLElement>('a')
  if (!link) return
  event.preventDefault()
  link.focus()
}
