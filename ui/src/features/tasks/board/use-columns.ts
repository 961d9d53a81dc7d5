import { useMemo } from 'react'

import { useColumn } from '../data'
import type { Filters } from '../filters'
import { useRemoving } from '../removing'
import type { Task } from '../types'
import type { Columns } from './lift'

/** The four columns: what is read of each, and the tasks of each that are to be seen. */
export function useColumns(filters: Filters) {
  const todo = useColumn('todo', filters)
  const doing = useColumn('doing', filters)
  const review = useColumn('review', filters)
  const done = useColumn('done', filters)
  const tasks = {
    todo: useShown(todo.data),
    doing: useShown(doing.data),
    review: useShown(review.data),
    done: useShown(done.data),
  }
  const columns: Columns = useMemo(
    () => ({ todo: tasks.todo, doing: tasks.doing, review: tasks.review, done: tasks.done }),
    [tasks.todo, tasks.doing, tasks.review, tasks.done],
  )
  return { queries: { todo, doing, review, done }, columns }
}

/** The tasks of the pages of a column, without those that are about to be deleted. */
function useShown(data: ReturnType<typeof useColumn>['data']): readonly Task[] {
  const removing = useRemoving((state) => state.ids)
  return useMemo(
    () => (data?.pages ?? []).flatMap((page) => page.tasks).filter((task) => !removing.has(task.id)),
    [data, removing],
  )
}
