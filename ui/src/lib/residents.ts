import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

import { useAgentsById } from './agents'

/** The member id of the person whose swarm it is. */
export const PERSON = 'person'

/** Whose turn something is part of; nothing where it is no turn of a resident. */
export interface OfTurn {
  swarmId?: string | null | undefined
  residentId?: string | null | undefined
}

export interface Actor {
  name: string
  color: string
  icon: string
}

/** Whoever does something: an agent of the roster, or the resident whose turn it is part of. */
export function useActor(id: string, { swarmId, residentId }: OfTurn): Actor | undefined {
  const agent = useAgentsById().get(id)
  const path = { id: swarmId ?? '', residentId: id }
  const resident = useQuery({
    queryKey: [...keys.residents(path.id), 'one', id],
    queryFn: () => data(api.GET('/api/swarms/{id}/residents/{residentId}', { params: { path } })),
    enabled: residentId === id,
    staleTime: Infinity,
    retry: false,
  })
  return agent ?? resident.data
}
