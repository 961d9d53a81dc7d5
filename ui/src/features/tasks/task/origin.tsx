import { Link } from '@tanstack/react-router'

import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Task } from '../types'

/** When it was created and done, and the schedule that made it. */
export function Origin({ task }: { task: Pick<Task, 'createdAt' | 'completedAt' | 'scheduleId'> }) {
  const t = useTexts('tasks-task')
  const format = useFormat()
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 border-t pt-3 text-sm text-muted">
      <span>{t('createdAt', { when: format.dateTime(task.createdAt) })}</span>
      {task.completedAt && <span>{t('completedAt', { when: format.dateTime(task.completedAt) })}</span>}
      {task.scheduleId && (
        <Link
          to="/schedules/$scheduleId"
          params={{ scheduleId: task.scheduleId }}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {t('bySchedule')}
        </Link>
      )}
    </p>
  )
}
