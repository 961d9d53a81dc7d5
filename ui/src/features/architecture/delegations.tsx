import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'

import { api, data } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { SUPERVISOR, useAgents, useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'
import { useLive } from '@/live/store'

import { laidTogether, type Delegation } from './delegation-log'
import { useOpen } from './open'
import { short } from './run-row'

const PAGE = 50

/** Who got what, and why: the latest first. */
export function Delegations() {
  const t = useTexts('architecture')
  const [agent, setAgent] = useState('')
  const { data: agents } = useAgents()
  const byId = useAgentsById()
  const stored = useInfiniteQuery({
    queryKey: [...keys.events, 'delegations', agent],
    queryFn: ({ pageParam }) =>
      data(
        api.GET('/api/debug/events', {
          params: {
            query: {
              kind: ['agent-delegation'],
              agent: agent || undefined,
              limit: PAGE,
              beforeId: pageParam ?? undefined,
            },
          },
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.events.length === PAGE ? page.events.at(-1)!.id : null),
  })
  const live = useLive((now) => now.facts)
  const rows = useMemo(
    () =>
      laidTogether(
        (stored.data?.pages ?? []).flatMap((page) => page.events),
        live,
        agent,
      ),
    [stored.data, live, agent],
  )
  return (
    <div className="@container flex flex-col pb-2">
      <label className="flex items-center gap-2 px-4 py-2 text-sm text-muted">
        {t('log.filter')}
        <Select value={agent} onChange={(event) => setAgent(event.target.value)} className="max-w-60">
          <option value="">{t('log.everyone')}</option>
          {(agents ?? []).map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      </label>
      {stored.error ? (
        <Failure error={stored.error} onRetry={() => void stored.refetch()} className="py-6" />
      ) : stored.isPending ? (
        <div className="flex flex-col gap-2 px-4">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      ) : rows.length ? (
        <ul>
          {rows.map((row) => (
            <LogRow key={row.id} row={row} />
          ))}
        </ul>
      ) : (
        <Empty
          icon="path"
          title={agent ? t('log.noneOf', { name: byId.get(agent)?.name ?? agent }) : t('log.none')}
          low
        >
          {t('log.noneBody')}
        </Empty>
      )}
      {stored.hasNextPage && (
        <Button
          size="small"
          look="quiet"
          className="mx-4 mt-1 self-start"
          busy={stored.isFetchingNextPage}
          onClick={() => void stored.fetchNextPage()}
        >
          {t('log.older')}
        </Button>
      )}
    </div>
  )
}

const LogRow = memo(function LogRow({ row }: { row: Delegation }) {
  const t = useTexts('architecture')
  const nameOfStage = useStageName()
  const format = useFormat()
  const open = useOpen()
  const agents = useAgentsById()
  const { from, to, stage, microseconds, reason, query, decisionId, modelCalls } = row.data
  // What no specialist fits is answered by the supervisor, who handed it on.
  const worker = (id: string) => (id === 'finalize' ? SUPERVISOR : id)
  const nameOf = (id: string) => agents.get(worker(id))?.name ?? id
  return (
    <li className="relative flex items-start gap-3 px-4 py-2 hover:bg-hover">
      <Avatar agent={agents.get(worker(to))} size={28} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => open({ decision: decisionId })}
          className="flex max-w-full items-center gap-1.5 text-left text-base after:absolute after:inset-0"
        >
          <span className="sr-only">{t('log.open', { name: nameOf(to), message: short(query) })}</span>
          <span aria-hidden className="flex min-w-0 items-center gap-1.5">
            <span className="text-muted">{nameOf(from || SUPERVISOR)}</span>
            <Icon name="arrow-right" size={13} className="text-muted" />
            <span className="font-medium whitespace-nowrap">{nameOf(to)}</span>
            <span className="min-w-0 truncate text-muted">{query}</span>
          </span>
        </button>
        <p className="truncate text-sm text-muted @max-lg:whitespace-normal" title={reason}>
          {t(`log.why.${stage}` as 'log.why.tags', { defaultValue: reason })}
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-3 pt-0.5 @max-lg:flex-col @max-lg:items-end @max-lg:gap-1">
        <Chip>{nameOfStage(stage)}</Chip>
        <span className="numbers w-16 text-right text-sm text-muted" title={t('log.modelCalls', { count: modelCalls })}>
          {format.micros(microseconds)}
        </span>
        <Ago at={row.at} className="w-24 text-right text-sm text-muted @max-lg:hidden" />
      </span>
    </li>
  )
})
