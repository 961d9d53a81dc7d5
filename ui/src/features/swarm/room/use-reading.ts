import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, type RefObject } from 'react'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

import type { Mail } from '../types'
import { isUnread } from './sequence'

/** Milliseconds that a mail has to be in view to be read. */
const GLANCE_MS = 500

/** Tells the server up to where the person has read, as mails come into view while they look at the page. */
export function useReading(
  swarmId: string,
  roomId: string,
  mails: readonly Mail[],
  scroller: RefObject<HTMLElement | null>,
): void {
  const queries = useQueryClient()
  const told = useRef(0)
  const signature = mails
    .filter(isUnread)
    .map((mail) => mail.position)
    .join(',')
  const tell = useCallback(
    (upTo: number) => {
      if (document.hidden || upTo <= told.current) return
      told.current = upTo
      data(
        api.POST('/api/swarms/{id}/rooms/{roomId}/read', { params: { path: { id: swarmId, roomId } }, body: { upTo } }),
      )
        .then(() => {
          for (const queryKey of [keys.rooms(swarmId), keys.roomMail(roomId), keys.swarm(swarmId)])
            void queries.invalidateQueries({ queryKey })
        })
        .catch(() => {
          // It stays unread, and is told again with the next mail that comes into view.
          told.current = 0
        })
    },
    [queries, swarmId, roomId],
  )
  useEffect(() => {
    const box = scroller.current
    if (!box || !signature) return undefined
    let seen = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      if (timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        tell(seen)
      }, GLANCE_MS)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) seen = Math.max(seen, Number((entry.target as HTMLElement).dataset.position))
        }
        if (seen) soon()
      },
      // Of a mail that is taller than the view, its end counts as well as its beginning.
      { root: box, threshold: [0.05, 0.6] },
    )
    for (const position of signature.split(',')) {
      const row = box.querySelector(`[data-position="${position}"]`)
      if (row) observer.observe(row)
    }
    document.addEventListener('visibilitychange', soon)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', soon)
    }
  }, [signature, scroller, tell])
}
