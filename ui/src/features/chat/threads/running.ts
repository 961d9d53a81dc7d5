import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data } from '@/client/api'
import { midnight } from '@/lib/day'
import { keys } from '@/live/refresh'
import { useLive } from '@/live/store'

/** The ids of the threads in which something runs or waits now, and of those among them in which something waits. */
export function useRunningThreads(): { running: ReadonlySet<string>; waiting: ReadonlySet<string> } {
  const overview = useQuery({
    queryKey: keys.overview,
    queryFn: () => data(api.GET('/api/overview', { params: { query: { since: midnight() } } })),
  })
  // One text each, so that the list is drawn again only when these change and not with every piece of an answer.
  const begun = useLive((live) =>
    Object.values(live.turns)
      .flatMap((turn) => (!turn.endedAt && turn.conversationId ? [turn.conversationId] : []))
      .join(' '),
  )
  const ended = useLive((live) =>
    Object.values(live.turns)
      .flatMap((turn) => (turn.endedAt ? [turn.id] : []))
      .join(' '),
  )
  const unfinished = overview.data?.running
  return useMemo(() => {
    const over = new Set(ended.split(' '))
    const going = (unfinished ?? []).filter((turn) => !over.has(turn.id))
    const waiting = going.filter((turn) => turn.status === 'waiting').map((turn) => turn.conversationId)
    return {
      running: new Set([...going.map((turn) => turn.conversationId), ...begun.split(' ').filter(Boolean)]),
      waiting: new Set(waiting),
    }
  }, [unfinished, begun, ended])
}
