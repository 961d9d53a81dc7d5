import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api, data, root } from '@/client/api'
import { timezone } from '@/lib/day'
import { keys } from '@/live/refresh'
import { useLive } from '@/live/store'

import type { Filter } from './address'
import { rangeOf } from './range'

/** Milliseconds after which finished work is counted: many runs may end in a moment. */
const FRESH_MS = 4000

const EVERYONE = 'everyone'

/** What the server is asked for; `from` and `to` are those of now. */
export function queryOf(filter: Filter) {
  const { from, to, span } = rangeOf(filter.range, filter.days, new Date())
  return {
    from,
    to,
    span,
    timezone,
    agentId: filter.agent,
    model: filter.model,
    tool: filter.tool,
    ...(filter.people === EVERYONE ? { everyone: true } : filter.people ? { userId: filter.people } : {}),
  }
}

/** Figures by the name of what they are of; kept on the page while others are read. */
function useFigures<D>(
  name: string,
  filter: Filter,
  read: (query: ReturnType<typeof queryOf>, signal: AbortSignal) => Promise<D>,
  enabled = true,
) {
  const { compare: _, ...asked } = filter
  return useQuery({
    queryKey: [...keys.figures, name, asked],
    queryFn: ({ signal }) => read(queryOf(filter), signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled,
  })
}

export const useWhole = (filter: Filter) =>
  useFigures('whole', filter, (query, signal) => data(api.GET('/api/metrics', { params: { query }, signal })))
export const useAgentRows = (filter: Filter) =>
  useFigures('agents', filter, (query, signal) => data(api.GET('/api/metrics/agents', { params: { query }, signal })))
export const useModelRows = (filter: Filter) =>
  useFigures('models', filter, (query, signal) => data(api.GET('/api/metrics/models', { params: { query }, signal })))
export const useToolRows = (filter: Filter) =>
  useFigures('tools', filter, (query, signal) => data(api.GET('/api/metrics/tools', { params: { query }, signal })))
export const useUserRows = (filter: Filter, enabled: boolean) =>
  useFigures(
    'users',
    { ...filter, people: EVERYONE },
    (query, signal) => data(api.GET('/api/metrics/users', { params: { query }, signal })),
    enabled,
  )
export const useDelegations = (filter: Filter) =>
  useFigures('delegations', filter, (query, signal) =>
    data(api.GET('/api/metrics/delegations', { params: { query }, signal })),
  )
export const useErrors = (filter: Filter) =>
  useFigures('errors', filter, (query, signal) => data(api.GET('/api/metrics/errors', { params: { query }, signal })))
export const useRouting = (filter: Filter) =>
  useFigures('routing', filter, (query, signal) => data(api.GET('/api/metrics/routing', { params: { query }, signal })))
export const useWeek = (filter: Filter) =>
  useFigures('heatmap', filter, (query, signal) => data(api.GET('/api/metrics/heatmap', { params: { query }, signal })))

export type CsvTable = 'series' | 'agents' | 'models' | 'tools' | 'users' | 'delegations' | 'errors'

/** Where the same figures are as a file. */
export function csvOf(filter: Filter, table: CsvTable): string {
  const query = Object.entries(queryOf(filter)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `${root}/api/metrics/export.csv?${new URLSearchParams([['table', table], ...query]).toString()}`
}

/** Reads the figures again a while after work has ended. */
export function useFreshFigures(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = useLive.subscribe(({ facts }, before) => {
      if (
        timer ||
        facts === before.facts ||
        !facts.slice(before.facts.length ? -50 : 0).some(({ kind }) => kind === 'done')
      )
        return
      timer = setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: keys.figures })
      }, FRESH_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [queries])
}
