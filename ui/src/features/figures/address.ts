import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

import { isDay, type Days, type RangeName } from './range'

export interface Filter {
  range: RangeName
  days: Days | undefined
  compare: boolean
  agent: string | undefined
  model: string | undefined
  tool: string | undefined
  /** Whose figures: of all people, of one of them, or one's own. */
  people: string | undefined
}

/** What the address says to show, and how to say something else. */
export function useFilter() {
  const search = useSearch({ from: '/figures' })
  const navigate = useNavigate({ from: '/figures' })
  const go = useCallback(
    (change: Partial<typeof search>) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true }),
    [navigate],
  )
  const filter = useMemo((): Filter => {
    const days = isDay(search.from) && isDay(search.to) ? { from: search.from, to: search.to } : undefined
    return {
      range: search.range === 'custom' && !days ? '7d' : (search.range ?? '7d'),
      days,
      compare: search.compare !== false,
      agent: search.agent,
      model: search.model,
      tool: search.tool,
      people: search.people,
    }
  }, [search])
  return { filter, search, go }
}
