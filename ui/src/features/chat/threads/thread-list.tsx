import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { api, data } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { SearchInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Tooltip } from '@/components/tooltip'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useDebounced } from '@/lib/debounced'
import { useFormat } from '@/lib/format'
import { BY_PEOPLE } from '@/lib/conversations'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useHidden } from './changes'
import { distinct, type Grouping } from './groups'
import { FilterMenu, NO_FILTER, type ThreadFilter } from './thread-filter'
import { ThreadLines } from './thread-lines'

const PAGE = 50
const TYPING_MS = 200

interface ThreadListProps {
  /** The thread that is open. */
  selectedId?: string | undefined
  /** The agent that a thread is being begun with. */
  agent?: string | undefined
}

/** The person's threads: found, filtered, grouped, and what can be done to each. */
export function ThreadList({ selectedId, agent }: ThreadListProps) {
  const t = useTexts('chat-threads')
  const shared = useTexts('shared')
  const format = useFormat()
  const agents = useAgentsById()
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<ThreadFilter>(NO_FILTER)
  const [grouping, setGrouping] = useState<Grouping>('time')
  const search = useDebounced(query.trim(), TYPING_MS)
  const found = useInfiniteQuery({
    queryKey: [...keys.conversations, { search, ...filter }],
    queryFn: ({ pageParam, signal }) =>
      data(
        api.GET('/api/conversations', {
          params: {
            query: {
              limit: PAGE,
              before: pageParam,
              search: search || null,
              agentId: filter.agent || null,
              mode: filter.mode || null,
              // Who searches wants to find it, whoever began it.
              begunBy: filter.programs || search ? null : [...BY_PEOPLE],
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextBefore,
    placeholderData: (before) => before,
  })
  const hidden = useHidden((state) => state.ids)
  const threads = useMemo(
    () =>
      distinct(found.data?.pages.flatMap((page) => page.conversations) ?? []).filter(
        (thread) => !hidden.has(thread.id),
      ),
    [found.data, hidden],
  )
  const matches = useMemo(
    () => new Map(found.data?.pages.flatMap((page) => page.matches).map((match) => [match.conversationId, match])),
    [found.data],
  )
  const filtered = Boolean(search || filter.agent || filter.mode)
  const showAll = () => {
    setQuery('')
    setFilter(NO_FILTER)
  }
  const what = [
    filter.agent && (agents.get(filter.agent)?.name ?? filter.agent),
    filter.mode && shared(`mode.${filter.mode}`),
  ].filter(Boolean)

  return (
    <nav aria-label={t('list')} className="flex h-full min-h-0 w-full min-w-0 flex-col gap-2">
      <div className="flex items-center gap-1.5 px-3 pt-3">
        <Link
          to="/chat"
          className={cn(
            'inline-flex h-9 min-w-0 flex-1 items-center justify-center gap-1.5 rounded-md',
            'border border-line-strong bg-surface px-3 font-medium transition-colors',
            'duration-120 hover:bg-hover',
          )}
        >
          <Icon name="plus" size={17} />
          <span className="truncate">{t('new')}</span>
        </Link>
        <FilterMenu filter={filter} onFilter={setFilter} grouping={grouping} onGrouping={setGrouping} />
      </div>
      <SearchInput value={query} onChange={setQuery} label={t('search')} className="mx-3" />
      {what.length > 0 && (
        <div className="flex items-center gap-1 px-3 text-sm text-muted">
          <span className="min-w-0 truncate">{t('filteredBy', { what: format.list(what) })}</span>
          <Button size="small" look="quiet" onClick={() => setFilter(NO_FILTER)}>
            {t('clearFilter')}
          </Button>
        </div>
      )}
      {!selectedId && agent && agent !== SUPERVISOR && (
        <div className="mx-2 flex h-11 items-center gap-2.5 rounded-md bg-accent-soft px-2">
          <Avatar agent={agents.get(agent)} size={26} />
          <Tooltip text={t('newWith', { name: agents.get(agent)?.name ?? agent })}>
            <span className="min-w-0 truncate font-medium">
              {t('newWith', { name: agents.get(agent)?.name ?? agent })}
            </span>
          </Tooltip>
        </div>
      )}
      {found.isPending ? (
        <Loading />
      ) : found.error && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} className="py-8" />
      ) : threads.length ? (
        <ThreadLines
          threads={threads}
          matches={matches}
          grouping={grouping}
          selectedId={selectedId}
          more={found.hasNextPage ? (found.isFetchNextPageError ? 'failed' : 'there') : 'none'}
          onMore={() => void found.fetchNextPage()}
          fetching={found.isFetchingNextPage}
        />
      ) : filtered ? (
        <Empty
          icon="magnifying-glass"
          title={t('none.title')}
          className="py-8"
          action={<Button onClick={showAll}>{t('none.action')}</Button>}
        >
          {t('none.body')}
        </Empty>
      ) : (
        <Empty
          icon="chat-circle-dots"
          title={t('empty.title')}
          className="py-8"
          action={
            <Link to="/chat" className="font-medium text-accent underline-offset-4 hover:underline">
              {t('empty.action')}
            </Link>
          }
        >
          {t('empty.body')}
        </Empty>
      )}
    </nav>
  )
}

function Loading() {
  return (
    <div className="flex flex-col gap-1 px-2">
      {Array.from({ length: 7 }, (_, index) => (
        <Skeleton key={index} className="h-13" />
      ))}
    </div>
  )
}
