import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

import type { Mail } from '../types'
import { isSettled, mailsOf, withLatest, withMails, withOlder, type MailPage } from './pages'

const PAGE = 50
/** Pages that are read at most to close a gap; a longer one is closed by beginning anew. */
const MOST_TO_CATCH_UP = 4

export interface RoomMails {
  mails: readonly Mail[]
  pending: boolean
  error: unknown
  retry: () => void
  /** Whether there are earlier ones. */
  earlier: boolean
  loadingEarlier: boolean
  /** Reads the page before; false where there is none. */
  loadEarlier: () => Promise<boolean>
}

/**
 * The mail of a room from the latest backwards. What has reached everybody never changes, so a fact that comes has only
 * the latest page and pages with open mail read again.
 */
export function useRoomMails(swarmId: string, roomId: string): RoomMails {
  const queries = useQueryClient()
  const [loadingEarlier, setLoadingEarlier] = useState(false)
  const key = useMemo(() => keys.roomMail(roomId), [roomId])
  const cached = useCallback(() => queries.getQueryData<MailPage[]>(key) ?? [], [queries, key])
  const read = useCallback(
    async (before: number | null, signal?: AbortSignal): Promise<MailPage> =>
      data(
        api.GET('/api/swarms/{id}/rooms/{roomId}/mail', {
          params: { path: { id: swarmId, roomId }, query: { limit: PAGE, ...(before === null ? {} : { before }) } },
          ...(signal ? { signal } : {}),
        }),
      ),
    [swarmId, roomId],
  )
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      let latest = await read(null, signal)
      const open = cached()
        .slice(1)
        .filter((page) => !isSettled(page))
      const changed: Mail[] = []
      for (const page of open) changed.push(...(await read((page.mails.at(-1)?.position ?? 0) + 1, signal)).mails)
      for (let more = 0; more < MOST_TO_CATCH_UP; more += 1) {
        const merged = withLatest(cached(), latest)
        if (merged) return withMails(merged, changed)
        const before = await read(latest.nextBefore, signal)
        latest = { mails: [...before.mails, ...latest.mails], nextBefore: before.nextBefore }
      }
      return [latest]
    },
  })
  const earliest = query.data?.at(-1)?.nextBefore ?? null
  const loadEarlier = useCallback((): Promise<boolean> => {
    const before = cached().at(-1)?.nextBefore ?? null
    if (before === null) return Promise.resolve(false)
    setLoadingEarlier(true)
    return read(before)
      .then((page) => {
        queries.setQueryData<MailPage[]>(key, (now) => withOlder(now ?? [], page, before))
        return true
      })
      .finally(() => setLoadingEarlier(false))
  }, [cached, read, queries, key])
  const mails = useMemo(() => mailsOf(query.data ?? []), [query.data])
  return {
    mails,
    pending: query.isPending,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    earlier: earliest !== null,
    loadingEarlier,
    loadEarlier,
  }
}
