import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { PERSON } from '../model'
import type { Room } from '../types'

/** What can be done with rooms; each returns whether it was done, and says why where it was not. */
export interface RoomActs {
  create: (name: string, members: readonly string[]) => Promise<Room | null>
  rename: (room: Room, name: string) => Promise<boolean>
  join: (room: Room, member?: string) => Promise<boolean>
  leave: (room: Room, member?: string) => Promise<boolean>
  pause: (room: Room) => Promise<boolean>
  resume: (room: Room) => Promise<boolean>
  stop: (room: Room) => Promise<boolean>
}

export function useRoomActs(swarmId: string): RoomActs {
  const t = useTexts('swarm-rooms')
  const queries = useQueryClient()
  const reason = useReason()
  return useMemo(() => {
    const put = (room: Room) => {
      queries.setQueryData<{ rooms: Room[] }>(
        keys.rooms(swarmId),
        (had) =>
          had && {
            ...had,
            rooms: had.rooms.some((one) => one.id === room.id)
              ? had.rooms.map((one) => (one.id === room.id ? room : one))
              : [...had.rooms, room],
          },
      )
      void queries.invalidateQueries({ queryKey: keys.rooms(swarmId) })
    }
    const attempt = async (work: Promise<Room>): Promise<Room | null> => {
      try {
        const room = await work
        put(room)
        return room
      } catch (error) {
        notify(t('notDone', { reason: reason(error) }), 'failed')
        return null
      }
    }
    const done = async (work: Promise<Room>) => (await attempt(work)) !== null
    const of = (room: Room) => ({ params: { path: { id: swarmId, roomId: room.id } } })
    const member = (room: Room, who: string) => ({ params: { path: { id: swarmId, roomId: room.id, member: who } } })
    return {
      create: (name, members) =>
        attempt(
          data(
            api.POST('/api/swarms/{id}/rooms', {
              params: { path: { id: swarmId } },
              body: { name, members: [...members], withoutMe: false },
            }),
          ),
        ),
      rename: (room, name) => done(data(api.PATCH('/api/swarms/{id}/rooms/{roomId}', { ...of(room), body: { name } }))),
      join: (room, who = PERSON) =>
        done(data(api.PUT('/api/swarms/{id}/rooms/{roomId}/members/{member}', member(room, who)))),
      leave: (room, who = PERSON) =>
        done(data(api.DELETE('/api/swarms/{id}/rooms/{roomId}/members/{member}', member(room, who)))),
      pause: (room) => done(data(api.POST('/api/swarms/{id}/rooms/{roomId}/pause', of(room)))),
      resume: (room) => done(data(api.POST('/api/swarms/{id}/rooms/{roomId}/resume', of(room)))),
      stop: (room) => done(data(api.POST('/api/swarms/{id}/rooms/{roomId}/stop', of(room)))),
    }
  }, [swarmId, t, queries, reason])
}
