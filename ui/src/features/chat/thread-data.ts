import { replaceEqualDeep, useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query'

import { api, data, type Schemas } from '@/client/api'
import type { Turn } from '@/components/work/turn-view'
import { keys } from '@/live/refresh'

const PAGE = 60

type Page = Schemas['ConversationWithMessages']
export type Pages = InfiniteData<Page>

const keyOf = (id: string) => [...keys.conversation(id), 'pages']

/** A thread, its latest messages first to be read, earlier ones on request. */
export function useThread(id: string) {
  return useInfiniteQuery({
    queryKey: keyOf(id),
    queryFn: ({ pageParam, signal }) =>
      data(api.GET('/api/conversations/{id}', {
        params: { path: { id }, query: { limit: PAGE, ...(pageParam ? { before: pageParam } : {}) } },
        signal,
      })),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextBefore,
    structuralSharing: (before, after) => keepKnown(before as Pages | undefined, after as Pages),
  })
}

/** Keeps every message and turn that has not changed as the same object, wherever it stands now. */
export function keepKnown(before: Pages | undefined, after: Pages): Pages {
  if (!before) return after
  const known = new Map<string, unknown>()
  for (const page of before.pages) for (const one of [...page.messages, ...page.turns]) known.set(one.id, one)
  const keep = <T extends { id: string }>(one: T): T => replaceEqualDeep(known.get(one.id), one) as T
  return {
    ...after,
    pages: after.pages.map((page, index) => ({
      ...page,
      conversation: replaceEqualDeep(before.pages[index]?.conversation, page.conversation) as Page['conversation'],
      messages: page.messages.map(keep),
      turns: page.turns.map(keep),
    })),
  }
}

/** Returns the pages as one list each, oldest first. */
export function joined(pages: Pages | undefined): { messages: Page['messages']; turns: Turn[] } {
  const ordered = [...(pages?.pages ?? [])].reverse()
  return { messages: ordered.flatMap((page) => page.messages), turns: ordered.flatMap((page) => page.turns) }
}

/** Shows a change to a turn at once, before the server has confirmed it. */
export function changeTurn(queries: QueryClient, conversationId: string, id: string, changes: Partial<Turn>): void {
  queries.setQueryData<Pages>(keyOf(conversationId), (pages) =>
    pages && {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        turns: page.turns.map((turn) => (turn.id === id ? { ...turn, ...changes } : turn)),
      })),
    })
}
