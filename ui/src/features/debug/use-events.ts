import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'
import { MAX_FACTS, useLive } from '@/live/store'
import type { LiveFact } from '@/live/turns'

import { joined, matching, place, type Filter } from './filter'

const PAGE = 200

export interface Events {
  /** What is shown, oldest first. */
  facts: readonly LiveFact[]
  loading: boolean
  error: unknown
  retry: () => void
  paused: boolean
  pause: () => void
  resume: () => void
  /** How many matching events came since the pause. */
  waiting: number
  /** Empties the view; nothing is deleted. */
  clear: () => void
  cleared: boolean
  showAll: () => void
  /** Earlier events, page by page. */
  earlier: 'some' | 'loading' | 'none'
  /** Whether reading earlier ones needs a pause, because the newest would push them out. */
  earlierPauses: boolean
  loadEarlier: () => void
}

/** The events that `filter` lets through: stored ones first, then those that come live. */
export function useEvents(filter: Filter, stored: Filter): Events {
  const live = useLive((now) => now.facts)
  const [frozen, setFrozen] = useState<readonly LiveFact[] | null>(null)
  const [clearedAt, setClearedAt] = useState(0)
  const [from, setFrom] = useState<number>()

  const read = useInfiniteQuery({
    queryKey: [...keys.events, stored, from],
    queryFn: ({ pageParam, signal }) =>
      data(
        api.GET('/api/debug/events', {
          params: {
            query: {
              kind: [...stored.kinds],
              agent: stored.agent,
              executionId: stored.execution,
              search: stored.search || undefined,
              beforeId: pageParam,
              limit: PAGE,
            },
          },
          signal,
        }),
      ),
    initialPageParam: from,
    getNextPageParam: ({ events }) => (events.length < PAGE ? undefined : events.at(-1)!.id),
    placeholderData: keepPreviousData,
    // The stream keeps it fresh; another visit begins anew.
    staleTime: Infinity,
    gcTime: 0,
  })

  const source = frozen ?? live
  const full = source.length >= MAX_FACTS
  const past = useMemo(() => {
    const facts = (read.data?.pages ?? []).flatMap((page) => page.events as LiveFact[]).toReversed()
    return read.isPlaceholderData ? matching(facts, filter) : facts
  }, [read.data, read.isPlaceholderData, filter])
  const first = source[0]?.id
  // Pages that were read from the first live one backwards leave no hole.
  const mayMiss = full && from !== first
  const all = useMemo(() => joined(past, matching(source, filter), mayMiss), [past, source, filter, mayMiss])
  const facts = useMemo(() => (clearedAt ? all.slice(place(all, clearedAt + 1)) : all), [all, clearedAt])

  const waiting = useMemo(
    () => (frozen ? matching(live.slice(frozen.length ? live.lastIndexOf(frozen.at(-1)!) + 1 : 0), filter).length : 0),
    [frozen, live, filter],
  )

  // All that was read is among the live ones, or they have let go of some that were not read.
  const known = read.hasNextPage && past.length > 0 && past[0]!.id >= first!
  const hole = mayMiss && (past.at(-1)?.id ?? 0) < first!
  const anew = first !== undefined && from !== first && (known || hole)
  return {
    facts,
    loading: read.isPending,
    error: read.error,
    retry: () => void (read.isFetchNextPageError ? read.fetchNextPage() : read.refetch()),
    paused: frozen !== null,
    pause: useCallback(() => setFrozen(useLive.getState().facts), []),
    resume: useCallback(() => setFrozen(null), []),
    waiting,
    clear: useCallback(() => setClearedAt(all.at(-1)?.id ?? 0), [all]),
    cleared: clearedAt > 0,
    showAll: useCallback(() => setClearedAt(0), []),
    earlier: read.isFetching && !read.isPending ? 'loading' : anew || read.hasNextPage ? 'some' : 'none',
    earlierPauses: anew && full && frozen === null,
    loadEarlier: () => {
      if (!anew) return void read.fetchNextPage()
      if (full) setFrozen(source)
      setFrom(first)
    },
  }
}
