import {
  keepPreviousData,
  replaceEqualDeep,
  useInfiniteQuery,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'

import { api, data, type Schemas } from '@/client/api'
import type { Turn } from '@/components/work/turn-view'
import { keys } from '@/live/refresh'

const PAGE = 60
const UUID = /^[0-9a-f-]{36}$/i

type Page = Schemas['ConversationWithMessages']
export type Pages = InfiniteData<Page>

const keyOf = (id: string) => [...keys.conversation(id), 'pages']

/** Which page to read: the latest, or that before or after a place, or that with a turn in it. */
type Place = { before?: string; after?: string; around?: string }

/** A thread: its latest messages, or those around a turn, are read first; earlier and later ones on request. */
export function useThread(id: string, turn?: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf(id), turn ?? null],
    queryFn: ({ pageParam, signal }) =>
      data(
        api.GET('/api/conversations/{id}', {
          params: { path: { id }, query: { limit: PAGE, ...pageParam } },
          signal,
        }),
      ),
    initialPageParam: (turn && UUID.test(turn) ? { around: turn } : {}) as Place,
    getNextPageParam: (last): Place | null => (last.nextBefore === null ? null : { before: last.nextBefore }),
    getPreviousPageParam: (first): Place | null => (first.nextAfter === null ? null : { after: first.nextAfter }),
    // The page of a thread is its own: what is read already stays while the place of another turn is looked for.
    placeholderData: keepPreviousData,
    structuralSharing: (before, after) => keepKnown(before as Pages | undefined, after as Pages),
  })
}

/** Reads another page, again where news of the thread broke it off by reading what is shown anew. */
export async function readOn(read: () => Promise<{ data?: Pages; isError: boolean }>, shown: number): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const found = await read()
    if (found.isError || (found.data?.pages.length ?? 0) > shown) return
  }
}

/** Keeps every message and turn that has not changed as the same object, wherever it stands now. */
export function keepKnown(before: Pages | undefined, after: Pages): Pages {
  if (!before || before === after) return after
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
  queries.setQueriesData<Pages>(
    { queryKey: keyOf(conversationId) },
    (pages) =>
      pages && {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          turns: page.turns.map((turn) => (turn.id === id ? { ...turn, ...changes } : turn)),
        })),
      },
  )
}
