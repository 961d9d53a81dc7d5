import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Empty, Failure, Skeleton } from '@/components/states'
import { keys } from '@/live/refresh'

import type { Run } from './flow'
import { useFlow } from './flow-store'
import { FinishedRow, RunningRow, type Row } from './run-row'
import { LINK_BUTTON } from './side-panel'
import { useArchitectureTexts } from './texts'

const PAGE = 20

/** Monitor of what runs and of what has run. */
export function Runs() {
  const t = useArchitectureTexts()
  const running = useFlow(
    useShallow((flow) =>
      Object.values(flow.runs)
        .filter((run) => !run.endedAt)
        .sort((a, b) => (b.startedAt ?? '9').localeCompare(a.startedAt ?? '9')),
    ),
  )
  return (
    <div className="@container flex flex-col pb-2">
      <Heading count={running.length}>{t('runs.running')}</Heading>
      {running.length ? (
        <ul>
          {running.map((run) => (
            <RunningRow key={run.id} run={run} />
          ))}
        </ul>
      ) : (
        <p className="px-4 py-1 text-base text-muted">{t('runs.none')}</p>
      )}
      <Heading>{t('runs.recent')}</Heading>
      <Recent />
    </div>
  )
}

function Heading({ children, count }: { children: string; count?: number }) {
  return (
    <h3 className="flex items-center gap-2 px-4 pt-3 pb-1 text-sm font-medium text-muted">
      {children}
      {count ? <span className="numbers rounded-full bg-accent-soft px-1.5 text-xs leading-4 text-accent">{count}</span> : null}
    </h3>
  )
}

function Recent() {
  const t = useArchitectureTexts()
  const found = useInfiniteQuery({
    queryKey: [...keys.executions, 'latest'],
    queryFn: ({ pageParam }) =>
      data(api.GET('/api/agents/executions', { params: { query: { limit: PAGE, before: pageParam ?? undefined } } })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
  })
  // What has just ended is shown before the list has been read again.
  const ended = useFlow(useShallow((flow) => Object.values(flow.runs).filter((run) => run.endedAt)))
  const shown = useMemo(() => {
    const stored = (found.data?.pages ?? []).flatMap((page) => page.executions)
    const unfinished = new Set(['pending', 'running', 'waiting'])
    const rows: Row[] = stored.filter((one) => !unfinished.has(one.status)).map(asRow)
    const there = new Set(rows.map((row) => row.id))
    return [...ended.filter((run) => !there.has(run.id)).map(ofRun).reverse(), ...rows]
  }, [found.data, ended])

  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
  if (found.isPending) return <div className="flex flex-col gap-2 px-4 py-1">{[0, 1, 2].map((row) => <Skeleton key={row} className="h-11" />)}</div>
  if (!shown.length) {
    return (
      <Empty icon="timer" title={t('runs.noneRecent')} className="py-2" action={<Link to="/chat" className={LINK_BUTTON}>{t('runs.ask')}</Link>}>
        {t('runs.noneBody')}
      </Empty>
    )
  }
  return (
    <>
      <ul>
        {shown.map((row) => (
          <FinishedRow key={row.id} {...row} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button size="small" look="quiet" className="mx-4 mt-1 self-start" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('runs.older')}
        </Button>
      )}
    </>
  )
}

function asRow(one: { id: string; message: string; agentId: string | null; status: Run['status']; startedAt: string | null; endedAt: string | null }): Row {
  const { id, message, agentId, status, startedAt, endedAt } = one
  return { id, message, agent: agentId, status, startedAt, endedAt }
}

function ofRun({ id, message, agent, status, startedAt, endedAt }: Run): Row {
  return { id, message, agent, status, startedAt, endedAt }
}
