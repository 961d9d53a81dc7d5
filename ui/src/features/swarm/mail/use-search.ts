import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

export interface MailFilter {
  search: string
  /** Whose mail, written or received; empty for everybody's. */
  member: string
  dead: boolean
}

const PAGE = 40

/** The mail of a swarm that fits, latest first. */
export function useMailSearch(swarmId: string, { search, member, dead }: MailFilter) {
  const query = useInfiniteQuery({
    queryKey: [...keys.swarmMail(swarmId), search, member, dead],
    queryFn: ({ pageParam: before, signal }) =>
      data(
        api.GET('/api/swarms/{id}/mail', {
          params: {
            path: { id: swarmId },
            query: {
              limit: PAGE,
              ...(search ? { search } : {}),
              ...(member ? { member } : {}),
              ...(dead ? { dead } : {}),
              ...(before ? { before } : {}),
            },
          },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextBefore,
    placeholderData: keepPreviousData,
  })
  const mails = useMemo(() => query.data?.pages.flatMap((page) => page.mails.toReversed()) ?? [], [query.data])
  return { ...query, mails }
}
