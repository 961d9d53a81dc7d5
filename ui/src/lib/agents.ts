import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'

import { api, data, type Agent } from '@/client/api'
import { keys } from '@/live/refresh'
import { useLive } from '@/live/store'

/** All agents of the caller; every part of the app reads the same answer. */
export function useAgents() {
  return useQuery({
    queryKey: keys.agents,
    queryFn: () => data(api.GET('/api/agents/sync')),
    select: (answer) => answer.agents,
    staleTime: 60_000,
  })
}

/**
 * An agent that is being edited: below its provider it stands in place of the saved one, or beside them if it is new.
 */
export const DraftAgent = createContext<Agent | null>(null)

/** Finds agents by id. */
export function useAgentsById(): ReadonlyMap<string, Agent> {
  const { data: agents } = useAgents()
  const draft = useContext(DraftAgent)
  return useMemo(
    () => new Map([...(agents ?? []), ...(draft ? [draft] : [])].map((agent) => [agent.id, agent])),
    [agents, draft],
  )
}

/** The supervisor's id. */
export const SUPERVISOR = 'cleo-supervisor'

/** The ids of the agents that work on something now. */
export function useWorkingAgents(): ReadonlySet<string> {
  const turns = useLive((live) => live.turns)
  return useMemo(
    () =>
      new Set(Object.values(turns).flatMap((turn) => (turn.status === 'running' && turn.agent ? [turn.agent] : []))),
    [turns],
  )
}
