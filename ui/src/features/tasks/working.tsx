import { useTexts } from '@/lib/text'
import { useLive } from '@/live/store'

import type { Task } from './types'

/** What the agent of a task that runs does now, in a few words. */
export function Working({ task }: { task: Pick<Task, 'executionId' | 'executionStatus' | 'running'> }) {
  const t = useTexts('tasks')
  // Texts, so that pieces of an answer draw nothing again.
  const seen = useLive((live) => (task.executionId ? live.turns[task.executionId]?.status : undefined) ?? '')
  const tool = useLive((live) =>
    task.executionId
      ? live.turns[task.executionId]?.tools.findLast((one) => one.status === 'running')?.name
      : undefined,
  )
  if (!task.running) return null
  const waits = seen === 'waiting' || (seen === '' && task.executionStatus === 'waiting')
  const words = waits
    ? t('card.waiting')
    : tool !== undefined
      ? t('card.calling', { tool })
      : seen === 'running' || (seen === '' && task.executionStatus === 'running')
        ? t('card.thinking')
        : t('card.starting')
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm font-medium text-info">
      <span
        aria-hidden
        className={waits ? 'size-2 rounded-full bg-warning' : 'size-2 animate-pulse-soft rounded-full bg-info'}
      />
      <span className="min-w-0 truncate">{words}</span>
    </span>
  )
}
