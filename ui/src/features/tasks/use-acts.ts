import { useMutation, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, ApiError, data, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Place } from './order'
import { useRemoving } from './removing'
import { showChanged, showMoved } from './shown'
import type { Status, Task } from './types'

export type TaskDraft = Partial<Schemas['NewTask']> & { title: string }
export type TaskChanges = Schemas['TaskChanges']

const params = (id: string) => ({ params: { path: { id } } })

const BLANK = {
  description: '',
  supervised: false,
  priority: 'medium',
  status: 'todo',
  tags: [],
  dependsOn: [],
} as const satisfies Partial<Schemas['NewTask']>

/** Creates a task. */
export function useCreate() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: TaskDraft) => data(api.POST('/api/tasks/create', { body: { ...BLANK, ...draft } })),
    onSuccess: () => readAgain(queries),
  })
}

/** Puts a task elsewhere on the board: shown at once, taken back where the server says no. */
export function useMove() {
  const queries = useQueryClient()
  const failed = useFailed()
  return useMutation({
    mutationFn: ({ task, place }: { task: Task; place: Place }) =>
      data(
        api.PUT('/api/tasks/{id}', {
          ...params(task.id),
          body: { ...(place.status === task.status ? {} : { status: place.status }), position: { after: place.after } },
        }),
      ),
    onMutate: async ({ task, place }) => {
      const before = await snapshot(queries, task.id)
      showMoved(queries, task, place)
      return before
    },
    onError: (error, _, before) => {
      before?.()
      failed(error)
    },
    onSuccess: (task) => showChanged(queries, task),
    onSettled: () => readAgain(queries),
  })
}

/** Gives a task another status, at the top of that column. */
export function useStatus() {
  const { mutate } = useMove()
  return useMemo(() => (task: Task, status: Status) => mutate({ task, place: { status, after: null } }), [mutate])
}

const editKey = (id: string) => [...keys.task(id), 'edit']

/** Changes fields of a task: shown at once, taken back where the server says no. */
export function useEdit(task: Task) {
  const queries = useQueryClient()
  const mutationKey = editKey(task.id)
  // What was changed since is shown already, and its own answer is still to come.
  const latest = () => queries.isMutating({ mutationKey }) === 1
  return useMutation({
    mutationKey,
    // One after the other: a list is sent as a whole with every change of it.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (body: TaskChanges) => data(api.PUT('/api/tasks/{id}', { ...params(task.id), body })),
    onMutate: async (body) => {
      const before = await snapshot(queries, task.id)
      showChanged(queries, { ...task, ...body } as Task)
      return before
    },
    onError: (_, __, before) => {
      if (latest()) before?.()
    },
    onSuccess: (changed) => {
      if (latest()) showChanged(queries, changed)
    },
    onSettled: () => (latest() ? readAgain(queries, task.id) : undefined),
  })
}

/** A task with the changes of it that are on their way, whatever is read of it meanwhile. */
export function useEdited<T extends Task>(task: T | undefined): T | undefined {
  const changes = useMutationState({
    filters: { mutationKey: editKey(task?.id ?? ''), status: 'pending' },
    select: ({ state }) => state.variables as TaskChanges,
  })
  return task && changes.length ? (Object.assign({}, task, ...changes) as T) : task
}

/** Gives a task, which is in the calendar, another date. */
export function useDue() {
  const queries = useQueryClient()
  const failed = useFailed()
  return useMutation({
    mutationFn: ({ task, dueAt }: { task: Task; dueAt: string }) =>
      data(api.PUT('/api/tasks/{id}', { ...params(task.id), body: { dueAt } })),
    onMutate: async ({ task, dueAt }) => {
      const before = await snapshot(queries, task.id)
      showChanged(queries, { ...task, dueAt })
      return before
    },
    onError: (error, _, before) => {
      before?.()
      failed(error)
    },
    onSettled: () => readAgain(queries),
  })
}

/** Runs, stops and judges a task. */
export function useWork(task: Task) {
  const queries = useQueryClient()
  const failed = useFailed()
  const settled = () => readAgain(queries, task.id)
  const shown = (changed: Task) => showChanged(queries, changed)
  const path = params(task.id)
  return {
    run: useMutation({
      mutationFn: (instructions: string) => data(api.POST('/api/tasks/{id}/run', { ...path, body: { instructions } })),
      onSuccess: (started) => shown(started.task),
      onError: failed,
      onSettled: settled,
    }),
    stop: useMutation({
      mutationFn: () => data(api.POST('/api/tasks/{id}/stop', path)),
      onSuccess: shown,
      onError: failed,
      onSettled: settled,
    }),
    accept: useMutation({
      mutationFn: (comment: string) => data(api.POST('/api/tasks/{id}/accept', { ...path, body: { comment } })),
      onSuccess: shown,
      onError: failed,
      onSettled: settled,
    }),
    giveBack: useMutation({
      mutationFn: (body: { comment: string; run: boolean }) =>
        data(api.POST('/api/tasks/{id}/return', { ...path, body })),
      onSuccess: shown,
      onError: failed,
      onSettled: settled,
    }),
  }
}

/** Writes a comment under a task, or takes one away. */
export function useComments(taskId: string) {
  const queries = useQueryClient()
  const failed = useFailed()
  const onSettled = () => readAgain(queries, taskId)
  return {
    write: useMutation({
      mutationFn: (content: string) =>
        data(api.POST('/api/tasks/{id}/comments', { ...params(taskId), body: { content } })),
      onError: failed,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (commentId: string) =>
        data(
          api.DELETE('/api/tasks/{id}/comments/{commentId}', {
            params: { path: { id: taskId, commentId } },
            keepalive: true,
          }),
        ),
      onError: failed,
      onSettled,
    }),
  }
}

/** Deletes a task after a while in which it can be undone; until then it is hidden. */
export function useRemove() {
  const t = useTexts('tasks')
  const queries = useQueryClient()
  const failed = useFailed()
  return useMemo(
    () => (task: Pick<Task, 'id' | 'title'>) => {
      const { hide, show } = useRemoving.getState()
      hide(task.id)
      const commit = async () => {
        try {
          // The page may be left at this moment; the request goes out nevertheless.
          await data(api.DELETE('/api/tasks/{id}', { ...params(task.id), keepalive: true }))
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404)) failed(error)
        }
        await queries.invalidateQueries({ queryKey: keys.tasks })
        show(task.id)
      }
      undoable(
        t('done.deleted', { title: task.title }),
        () => void commit(),
        () => show(task.id),
      )
    },
    [t, queries, failed],
  )
}

/** Returns what shows everything as it was before a change. */
async function snapshot(queries: QueryClient, id: string): Promise<() => void> {
  // What is being read would overwrite what is shown.
  await Promise.all([
    queries.cancelQueries({ queryKey: keys.tasks }),
    queries.cancelQueries({ queryKey: keys.task(id) }),
  ])
  const had = [
    ...queries.getQueriesData({ queryKey: keys.tasks }),
    ...queries.getQueriesData({ queryKey: keys.task(id) }),
  ]
  return () => had.forEach(([key, value]) => queries.setQueryData(key, value))
}

function readAgain(queries: QueryClient, id?: string): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: keys.tasks }),
    ...(id ? [queries.invalidateQueries({ queryKey: keys.task(id) })] : []),
  ])
}

export function useFailed(): (error: unknown) => void {
  const reason = useReason()
  return useMemo(() => (error: unknown) => notify(reason(error), 'failed'), [reason])
}
