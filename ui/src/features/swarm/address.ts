import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

import { useMedia } from '@/lib/media'

export type View = 'room' | 'flow' | 'waits' | 'mail'

/** Where a mind has room beside a room. */
const BESIDE = '(min-width: 1360px)'

/** What the address of one swarm says to show, and how to say something else. */
export function useAddress() {
  const { swarmId } = useParams({ from: '/swarm/$swarmId' })
  const address = useSearch({ from: '/swarm/$swarmId' })
  const navigate = useNavigate({ from: '/swarm/$swarmId' })
  const go = useCallback(
    (change: Partial<typeof address>, replace = false) =>
      void navigate({ search: (now) => ({ ...now, ...change }), replace }),
    [navigate],
  )
  const beside = useMedia(BESIDE)
  const toRoom = useCallback(
    // A mind that lies over the room makes way for it.
    (room: string, mail?: string) =>
      go({ room, mail, view: undefined, ...(beside ? {} : { resident: undefined, turn: undefined }) }),
    [go, beside],
  )
  // The direct room that the first mail to a resident made, where that is still what the person looks at.
  const toFirst = useCallback(
    (resident: string, room: string) =>
      void navigate({
        search: (now) => (now.room === resident ? { ...now, room, mail: undefined } : now),
        replace: true,
      }),
    [navigate],
  )
  return { ...address, swarmId, go, toRoom, toFirst, beside }
}
