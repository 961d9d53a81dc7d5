import { keepPreviousData, useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query'

import { api, data, type Schemas } from '@/client/api'
import { timezone } from '@/lib/day'
import { keys } from '@/live/refresh'

import { plusDays, type Day } from './calendar/days'
import { queryOf, rangeOf, type Filters } from './filters'
import type { Status, Task, TaskComment } from './types'

export type TaskPage = Schemas['TaskList']
export type TaskPages = InfiniteData<TaskPage, string>
export type Sort = 'due' | 'priority' | 'updated'

/** Cards of a column that are read at once. */
const COLUMN_PAGE = 50
const LIST_PAGE = 100
/** The most tasks of one calendar page, in requests of the largest size. */
const CALENDAR_PAGE = 200
const CALENDAR_PAGES = 5
const OFFERED = 8

export const taskKeys = {
  columns: [...keys.tasks, 'column'],
  column: (status: Status, filters: Filters) => [...keys.tasks, 'column', status, filters],
  list: (sort: Sort, filters: Filters) => [...keys.tasks, 'list', sort, filters],
  due: (first: Day, last: Day, filters: Filters) => [...keys.tasks, 'due', first, last, filters],
  stats: [...keys.tasks, 'stats'],
}

/** The tasks of one column, as they lie on the board. */
export function useColumn(status: Status, filters: Filters, enabled = true) {
  return useInfiniteQuery({
    queryKey: taskKeys.column(status, filters),
    queryFn: ({ pageParam: before, signal }) =>
      data(
        api.GET('/api/tasks', {
          params: {
            query: { status, sort: 'position', limit: COLUMN_PAGE, ...queryOf(filters), ...(before ? { before } : {}) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page: TaskPage) => page.nextBefore,
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** All tasks that fit, in an order. */
export function useTaskList(sort: Sort, filters: Filters) {
  return useInfiniteQuery({
    queryKey: taskKeys.list(sort, filters),
    queryFn: ({ pageParam: before, signal }) =>
      data(
        api.GET('/api/tasks', {
          params: { query: { sort, limit: LIST_PAGE, ...queryOf(filters), ...(before ? { before } : {}) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page: TaskPage) => page.nextBefore,
    placeholderData: keepPreviousData,
  })
}

/** The tasks that are due from one day to another, both included; `more` where there are too many to show. */
export function useDueBetween(first: Day, last: Day, filters: Filters) {
  return useQuery({
    queryKey: taskKeys.due(first, last, filters),
    queryFn: async ({ signal }) => {
      const tasks: TaskPage['tasks'] = []
      let before: string | null = null
      const due = rangeOf(first, daysBetween(first, last) + 1)
      for (let pages = 0; pages < CALENDAR_PAGES; pages += 1) {
        const query = {
          ...queryOf(filters),
          sort: 'due' as const,
          due,
          limit: CALENDAR_PAGE,
          ...(before ? { before } : {}),
        }
        const page: TaskPage = await data(api.GET('/api/tasks', { params: { query }, signal }))
        tasks.push(...page.tasks)
        before = page.nextBefore
        if (!before) break
      }
      return { tasks, more: before !== null }
    },
    placeholderData: keepPreviousData,
  })
}

function daysBetween(first: Day, last: Day): number {
  let days = 0
  for (let day = first; day < last; day = plusDays(day, 1)) days += 1
  return days
}

/** Figures about all tasks. */
export function useTaskStats() {
  return useQuery({
    queryKey: taskKeys.stats,
    queryFn: ({ signal }) => data(api.GET('/api/tasks/stats', { params: { query: { timezone } }, signal })),
  })
}

/** A task with what was said about it and its runs. */
export type WholeTask = Task & { said: TaskComment[]; history: Schemas['TaskRun'][] }

const whole = ({ comments, ...task }: Schemas['TaskWithHistory']): WholeTask => ({
  ...task,
  comments: comments.length,
  said: comments,
})

export function useTask(id: string) {
  return useQuery({
    queryKey: keys.task(id),
    queryFn: ({ signal }) => data(api.GET('/api/tasks/{id}', { params: { path: { id } }, signal })),
    select: whole,
  })
}

/** A few tasks that have a text in title or number. */
export function useOfferedTasks(search: string, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.tasks, 'offered', search],
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/tasks', {
          params: { query: { sort: 'updated', limit: OFFERED, ...(search ? { search } : {}) } },
          signal,
        }),
      ),
    enabled,
    placeholderData: keepPreviousData,
  })
}
