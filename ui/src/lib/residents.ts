import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

import { useAgentsById } from './agents'

/** Whether an agent's id is that of a resident, `name@swarm`: they are not in the roster. */
export const isResident = (agentId: string | null | undefined): boolean => agentId?.includes('@') ?? false

/** The swarm of a resident. */
export const swarmOfResident = (residentId: string): string => residentId.slice(residentId.lastIndexOf('@') + 1)

export interface Actor {
  name: string
  color: string
  icon: string
}

/** Whoever does something: an agent of the roster, or a resident of a swarm. */
export function useActor(id: string): Actor | undefined {
  const agent = useAgentsById().get(id)
  const swarmId = swarmOfResident(id)
  const resident = useQuery({
    queryKey: [...keys.residents(swarmId), 'one', id],
    queryFn: () => data(api.GET('/api/swarms/{id}/residents/{residentId}', { params: { path: { id: swarmId, residentId: id } } })),
    enabled: isResident(id),
    staleTime: Infinity,
    retry: false,
  })
  return agent ?? resident.data
}
