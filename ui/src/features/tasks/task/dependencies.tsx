import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { useReason } from '@/components/states'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { keepSearch } from '../address'
import { StatusMark } from '../marks'
import type { Task } from '../types'
import { useEdit } from '../use-acts'
import { TaskFinder } from './task-finder'

/** What has to be done first, and what waits for this one. */
export function Dependencies({ task }: { task: Task }) {
  const t = useTexts('tasks-task')
  const reason = useReason()
  const edit = useEdit(task)
  const [adding, setAdding] = useState(false)
  const set = (dependsOn: readonly string[]) =>
    edit.mutate({ dependsOn: [...dependsOn] }, { onSuccess: () => setAdding(false) })
  return (
    <section aria-label={t('dependsOn')} className="flex flex-col gap-1.5">
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="flex-1 text-base font-semibold">{t('dependsOn')}</h2>
        {!adding && (
          <Button size="small" look="quiet" icon="plus" aria-label={t('addDependency')} onClick={() => setAdding(true)}>
            {t('addDependency')}
          </Button>
        )}
      </div>
      {task.dependsOn.length > 0 ? (
        <TaskLines ids={task.dependsOn} onRemove={(id) => set(task.dependsOn.filter((one) => one !== id))} />
      ) : (
        !adding && <p className="text-base text-muted">{t('dependsNone')}</p>
      )}
      {adding && (
        <TaskFinder
          without={[task.id, ...task.dependsOn]}
          onPick={(id) => set([...task.dependsOn, id])}
          onClose={() => {
            edit.reset()
            setAdding(false)
          }}
        />
      )}
      {edit.error && (
        <p role="alert" className="text-sm break-words text-danger">
          {reason(edit.error)}
        </p>
      )}
      {task.blocks.length > 0 && (
        <>
          <h3 className="pt-1 text-sm font-medium text-muted">{t('blocks')}</h3>
          <TaskLines ids={task.blocks} />
        </>
      )}
    </section>
  )
}

function TaskLines({ ids, onRemove }: { ids: readonly string[]; onRemove?: (id: string) => void }) {
  const t = useTexts('tasks-task')
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: keys.task(id),
      queryFn: () => data(api.GET('/api/tasks/{id}', { params: { path: { id } } })),
    })),
  })
  return (
    <ul className="flex flex-col">
      {ids.map((id, index) => {
        const task = found[index]?.data
        const over = task?.status === 'done' || task?.status === 'cancelled'
        return (
          <li key={id} className="flex min-h-9 items-center gap-2">
            <Link
              to="/tasks/$taskId"
              params={{ taskId: id }}
              search={keepSearch}
              className={cn('min-w-0 flex-1 truncate rounded-sm hover:underline', over && 'text-muted line-through')}
            >
              {task ? (
                <>
                  <span className="numbers text-muted">#{task.number}</span> {task.title}
                </>
              ) : (
                '…'
              )}
            </Link>
            {task && <StatusMark status={task.status} className="text-sm text-muted" />}
            {onRemove && task && (
              <IconButton
                icon="x"
                size="small"
                label={t('removeDependency', { number: task.number })}
                onClick={() => onRemove(id)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
