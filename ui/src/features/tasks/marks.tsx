import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Priority, Status } from './types'

const PRIORITY_LOOK: Record<Priority, [InterfaceIcon, string]> = {
  urgent: ['warning-circle', 'text-danger'],
  high: ['caret-up', 'text-warning'],
  medium: ['minus', 'text-faint'],
  low: ['caret-down', 'text-faint'],
}

/** How much a task matters: an icon, with its word where there is room for it. */
export function PriorityMark({ priority, word }: { priority: Priority; word?: boolean }) {
  const t = useTexts('tasks')
  const [icon, ink] = PRIORITY_LOOK[priority]
  const name = t(`priorities.${priority}`)
  return (
    <span
      className="inline-flex items-center gap-1 align-middle whitespace-nowrap"
      title={word ? undefined : `${t('priority')}: ${name}`}
    >
      <Icon name={icon} size={15} className={ink} />
      <span className={word ? '' : 'sr-only'}>{name}</span>
    </span>
  )
}

export const STATUS_LOOK: Record<Status, [InterfaceIcon, string]> = {
  todo: ['circle', 'text-faint'],
  doing: ['play', 'text-info'],
  review: ['eye', 'text-warning'],
  done: ['check-circle', 'text-success'],
  paused: ['pause', 'text-faint'],
  cancelled: ['prohibit', 'text-faint'],
}

/** Where a task stands, as icon and word. */
export function StatusMark({ status, className }: { status: Status; className?: string }) {
  const t = useTexts('tasks')
  const [icon, ink] = STATUS_LOOK[status]
  return (
    <span className={cn('inline-flex items-center gap-1.5 align-middle whitespace-nowrap', className)}>
      <Icon name={icon} size={16} className={ink} />
      {t(`status.${status}`)}
    </span>
  )
}
