import { useResidents } from './data'
import { roomToOpen } from './model'
import { useRooms } from './rooms/use-rooms'

/** The room to open where the address names none; with the first resident, where no room of the person is there yet. */
export function useDefaultRoom(swarmId: string): string | undefined {
  const { data: rooms } = useRooms(swarmId)
  const { data: residents } = useResidents(swarmId)
  return rooms && (roomToOpen(rooms) ?? residents?.[0]?.id)
}
