import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

import type { Room } from '../types'

/** All rooms of a swarm. */
export function useRooms(swarmId: string) {
  return useQuery({
    queryKey: keys.rooms(swarmId),
    queryFn: ({ signal }) => data(api.GET('/api/swarms/{id}/rooms', { params: { path: { id: swarmId } }, signal })),
    select: (answer) => answer.rooms,
  })
}

/** The rooms of a swarm by id. */
export function useRoomsById(swarmId: string): ReadonlyMap<string, Room> {
  const { data: rooms } = useRooms(swarmId)
  return useMemo(() => new Map(rooms?.map((room) => [room.id, room])), [rooms])
}
