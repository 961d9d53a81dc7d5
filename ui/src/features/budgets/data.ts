import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'

import { api, ApiError, data, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

export type LimitUse = Schemas['LimitUse']
export type Scope = Schemas['LimitScope']
export type SpentBy = Schemas['SpentBy']

const path = (id: string) => ({ params: { path: { id } } })

/** Limits that were removed a moment ago, which can be undone. */
const useRemoved = create<{ ids: readonly string[]; set: (ids: readonly string[]) => void }>()((set) => ({
  ids: [],
  set: (ids) => set({ ids }),
}))

/** The limits that concern the person, and how they stand. */
export function useLimits() {
  const removed = useRemoved((state) => state.ids)
  return useQuery({
    queryKey: keys.budgets,
    queryFn: ({ signal }) => data(api.GET('/api/budgets', { signal })),
    select: (page) => page.limits.filter((use) => !removed.includes(use.limit.id)),
    // What calls under way hold is told by no event.
    refetchInterval: 5000,
  })
}

/** What was spent in the last days. */
export function useSpending(by: SpentBy, days: number, everybody: boolean) {
  return useQuery({
    queryKey: [...keys.budgets, by, days, everybody],
    queryFn: ({ signal }) =>
      data(api.GET('/api/budgets/spending', { params: { query: { by, days, everybody } }, signal })),
    select: (table) => table.rows,
  })
}

/** Sets a limit, or changes the one of this id. */
export function useSetLimit(id: string | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ body, changes }: { body: Schemas['NewSpendingLimit']; changes: Schemas['SpendingLimitChanges'] }) =>
      id
        ? data(api.PATCH('/api/budgets/{id}', { ...path(id), body: changes }))
        : data(api.POST('/api/budgets', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.budgets }),
  })
}

/** Removes a limit, unless that is undone. */
export function useRemoveLimit() {
  const t = useTexts('budgets')
  const queries = useQueryClient()
  const reason = useReason()
  return ({ limit }: LimitUse) => {
    const { set } = useRemoved.getState()
    const bring = () => set(useRemoved.getState().ids.filter((id) => id !== limit.id))
    const commit = async () => {
      try {
        await data(api.DELETE('/api/budgets/{id}', { ...path(limit.id), keepalive: true }))
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) notify(reason(error), 'failed')
      }
      await queries.invalidateQueries({ queryKey: keys.budgets })
      bring()
    }
    set([...useRemoved.getState().ids, limit.id])
    undoable(t('removed', { name: limit.name }), () => void commit(), bring)
  }
}

/** Who is signed in. */
export function useMe() {
  return useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
}

/** The conversations, swarms or tasks that a limit can be of, by id and name. */
export function useSubjects(scope: Scope) {
  return useQuery({
    queryKey: [...keys.budgets, 'subjects', scope],
    enabled: scope === 'conversation' || scope === 'swarm' || scope === 'task',
    queryFn: async ({ signal }): Promise<{ id: string; name: string }[]> => {
      if (scope === 'swarm') {
        const { swarms } = await data(api.GET('/api/swarms', { params: { query: { limit: 100 } }, signal }))
        return swarms.map(({ id, name }) => ({ id, name }))
      }
      if (scope === 'task') {
        const { tasks } = await data(api.GET('/api/tasks', { params: { query: { limit: 100 } }, signal }))
        return tasks.map(({ id, number, title }) => ({ id, name: `#${number} ${title}` }))
      }
      const { conversations } = await data(api.GET('/api/conversations', { params: { query: { limit: 100 } }, signal }))
      return conversations.map(({ id, title }) => ({ id, name: title }))
    },
  })
}
