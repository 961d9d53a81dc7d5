import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

import { filtersOf } from './filters'

/** Leaves what an address says beside the path as it is. */
export const keepSearch = (now: object) => now

/** What the address says to show, and how to say something else. */
export function useAddress() {
  const search = useSearch({ from: '/tasks' })
  const { taskId } = useParams({ strict: false })
  const navigate = useNavigate()
  const go = useCallback(
    (change: Partial<typeof search>, replace = false) =>
      void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }), replace }),
    [navigate],
  )
  const { agent, priority, tag, due, q } = search
  const filters = useMemo(() => filtersOf({ agent, priority, tag, due, q }), [agent, priority, tag, due, q])
  return { ...search, view: search.view ?? ('board' as const), taskId, filters, go }
}
