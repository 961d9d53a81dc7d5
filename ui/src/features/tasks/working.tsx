import { useTexts } from '@/lib/text'
import { useLive } from '@/live/store'

import type { Task } from './types'

/** What the agent of a task that runs does now, in a few words. */
export function Working({ task }: { task: Pick<Task, 'executionId' | 'executionStatus' | 'running'> }) {
  const t = useTexts('tasks')
  // One text, so that pieces of an answer draw nothing again.
  const seen = useLive((live) => {
    const turn = task.executionId ? live.turns[task.executionId] : undefined
    if (!turn) return ''
    if (turn.status === 'waiting') return 'waiting'
    const tool = turn.tools.findLast((one) => one.status === 'running')
    return tool ? `tool ${tool.name}` : turn.status
  })
  if (!task.running) return null
  const waits = seen === 'waiting' || (seen === '' && task.executionStatus === 'waiting')
  const words =
    waits ? t('card.waiting')
    : seen.startsWith('tool ') ? t('card.calling', { tool: seen.slice(5) })
    : seen === 'running' || (seen === '' && task.executionStatus === 'running') ? t('card.thinking')
    : t('card.starting')
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm font-medium text-info">
      <span aria-hidden className={waits ? 'size-2 rounded-full bg-warning' : 'size-2 animate-pulse-soft rounded-full bg-info'} />
      <span className="min-w-0 truncate">{words}</span>
    </span>
  )
}
