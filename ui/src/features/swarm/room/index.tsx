import { useMemo } from 'react'

import { Empty, Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { useMembers } from '../data'
import { directWith } from '../rooms/order'
import { useRooms } from '../rooms/use-rooms'
import type { Swarm } from '../types'
import { FirstMail } from './first-mail'
import { RoomBody } from './room-body'

/**
 * A room, by its id or that of the resident with whom it is; or what there is with one to whom nothing was written
 * yet.
 */
export function RoomView({ swarm, roomId }: { swarm: Swarm; roomId: string }) {
  const t = useTexts('swarm-rooms')
  const rooms = useRooms(swarm.id)
  const members = useMembers(swarm.id)
  const room = useMemo(() => {
    const all = rooms.data ?? []
    return all.find((one) => one.id === roomId) ?? directWith(all, roomId)
  }, [rooms.data, roomId])

  if (rooms.error && !rooms.data)
    return (
      <Centre>
        <Failure error={rooms.error} onRetry={() => void rooms.refetch()} />
      </Centre>
    )
  if (!rooms.data) return <Loading />
  if (room) return <RoomBody key={room.id} swarm={swarm} room={room} members={members} />
  const resident = members.get(roomId)
  if (resident && !resident.isPerson) return <FirstMail key={resident.id} resident={resident} members={members} />
  return (
    <Centre>
      <Empty icon="chats" title={t('room.gone')}>
        {t('room.goneBody')}
      </Empty>
    </Centre>
  )
}

function Centre({ children }: { children: React.ReactNode }) {
  return <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">{children}</div>
}

function Loading() {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-6 p-5">
      {[0, 1, 2].map((one) => (
        <div key={one} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-14" />
          </div>
        </div>
      ))}
    </div>
  )
}
