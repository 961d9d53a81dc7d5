import type { QueryClient } from '@tanstack/react-query'

import { keys } from '@/live/refresh'

import { taskKeys, type TaskPage, type TaskPages } from './data'
import { placed, type Place } from './order'
import type { Status, Task } from './types'

/** Pages with other tasks: as long as they were, the last takes the rest. */
export function repaged(pages: TaskPages, tasks: readonly Task[], totalBy: number): TaskPages {
  let from = 0
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      const to = index === pages.pages.length - 1 ? tasks.length : from + page.tasks.length
      const changed = { ...page, tasks: tasks.slice(from, to), total: page.total + totalBy }
      from = to
      return changed
    }),
  }
}

const flat = (pages: TaskPages): Task[] => pages.pages.flatMap((page) => page.tasks)

/** Shows a task at another place of the board, before the server has confirmed it. */
export function showMoved(queries: QueryClient, task: Task, place: Place): void {
  const moved = { ...task, status: place.status }
  for (const [key, pages] of queries.getQueriesData<TaskPages>({ queryKey: taskKeys.columns })) {
    if (!pages) continue
    const status = key[2] as Status
    const tasks = flat(pages)
    const has = tasks.some((one) => one.id === task.id)
    if (status === place.status)
      queries.setQueryData(key, repaged(pages, placed(tasks, moved, place.after), has ? 0 : 1))
    else if (has)
      queries.setQueryData(
        key,
        repaged(
          pages,
          tasks.filter((one) => one.id !== task.id),
          -1,
        ),
      )
  }
  showChanged(queries, moved)
}

/** Shows a task as it stands now wherever it is to be seen, before anything is read again. */
export function showChanged(queries: QueryClient, task: Task): void {
  const change = (one: Task) => (one.id === task.id ? { ...one, ...task } : one)
  queries.setQueriesData<unknown>({ queryKey: keys.tasks }, (had: unknown) => {
    if (isPages(had)) return { ...had, pages: had.pages.map((page) => ({ ...page, tasks: page.tasks.map(change) })) }
    return isPage(had) ? { ...had, tasks: had.tasks.map(change) } : had
  })
  // Its comments are counted here, and listed there.
  const { comments: _, ...fields } = task
  queries.setQueryData<object>(keys.task(task.id), (had) => had && { ...had, ...fields })
}

function isPages(value: unknown): value is TaskPages {
  return typeof value === 'object' && value !== null && 'pages' in value
}

function isPage(value: unknown): value is TaskPage {
  return typeof value === 'object' && value !== null && 'tasks' in value
}
