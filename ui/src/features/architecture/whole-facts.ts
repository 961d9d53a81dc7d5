import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'
import type { LiveFact } from '@/live/turns'

import type { Run } from './flow'

const MOST = 200
const NONE: readonly LiveFact[] = []

/** The facts of a run from its beginning: what came live, and before it what was stored when the page was opened. */
export function useWholeFacts(run: Run | undefined): readonly LiveFact[] {
  const facts = run?.facts ?? NONE
  const whole = facts[0]?.kind === 'execution.started'
  const read = useQuery({
    queryKey: [...keys.events, 'of', run?.id],
    queryFn: () => data(api.GET('/api/debug/events', { params: { query: { executionId: run?.id, limit: MOST } } })),
    enabled: run !== undefined && !whole && !run.endedAt && run.status !== 'pending',
    staleTime: Infinity,
  })
  const stored = read.data?.events
  return useMemo(() => {
    if (whole || !stored) return facts
    const there = new Set(facts.map((fact) => fact.id))
    return [...stored.filter((fact) => !there.has(fact.id)).reverse(), ...facts]
  }, [whole, stored, facts])
}
