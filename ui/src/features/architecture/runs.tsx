import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Run } from './flow'
import { useFlow } from './flow-store'
import { FinishedRow, RunningRow, type Row } from './run-row'
import { LINK_BUTTON } from './side-panel'

const PAGE = 20

/** Monitor of what runs and of what has run. */
export function Runs() {
  const t = useTexts('architecture')
  const running = useFlow(
    useShallow((flow) =>
      Object.values(flow.runs)
        .filter((run) => !run.endedAt)
        .sort((a, b) => (b.startedAt ?? '9').localeCompare(a.startedAt ?? '9')),
    ),
  )
  const { stored, rows } = useFinished()
  if (stored.isSuccess && !rows.length && !running.length) {
    return (
      <Empty
        icon="timer"
        title={t('runs.noneRecent')}
        low
        action={
          <Link to="/chat" className={LINK_BUTTON}>
            {t('runs.ask')}
          </Link>
        }
      >
        {t('runs.noneBody')}
      </Empty>
    )
  }
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
      {!(stored.isSuccess && !rows.length) && <Heading>{t('runs.recent')}</Heading>}
      {stored.error ? (
        <Failure error={stored.error} onRetry={() => void stored.refetch()} className="py-6" />
      ) : stored.isPending ? (
        <div className="flex flex-col gap-2 px-4 py-1">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      ) : (
        <ul>
          {rows.map((row) => (
            <FinishedRow key={row.id} {...row} />
          ))}
        </ul>
      )}
      {stored.hasNextPage && (
        <Button
          size="small"
          look="quiet"
          className="mx-4 mt-1 self-start"
          busy={stored.isFetchingNextPage}
          onClick={() => void stored.fetchNextPage()}
        >
          {t('runs.older')}
        </Button>
      )}
    </div>
  )
}

function Heading({ children, count }: { children: string; count?: number }) {
  return (
    <h3 className="flex items-center gap-2 px-4 pt-3 pb-1 text-sm font-medium text-muted">
      {children}
      {count ? (
        <span className="numbers rounded-full bg-accent-soft px-1.5 text-xs leading-4 text-accent">{count}</span>
      ) : null}
    </h3>
  )
}

/** What is over, the latest first; what has just ended is there before the list has been read again. */
function useFinished() {
  const stored = useInfiniteQuery({
    queryKey: [...keys.executions, 'latest'],
    queryFn: ({ pageParam }) =>
      data(api.GET('/api/agents/executions', { params: { query: { limit: PAGE, before: pageParam ?? undefined } } })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
  })
  const ended = useFlow(useShallow((flow) => Object.values(flow.runs).filter((run) => run.endedAt)))
  const rows = useMemo(() => {
    const over = (stored.data?.pages ?? [])
      .flatMap((page) => page.executions)
      .filter((one) => !UNFINISHED.has(one.status))
      .map(asRow)
    const there = new Set(over.map((row) => row.id))
    return [
      ...ended
        .filter((run) => !there.has(run.id))
        .map(ofRun)
        .reverse(),
      ...over,
    ]
  }, [stored.data, ended])
  return { stored, rows }
}

const UNFINISHED: ReadonlySet<string> = new Set(['pending', 'running', 'waiting'])

function asRow({
  id,
  message,
  agentId,
  swarmId = null,
  residentId = null,
  status,
  startedAt,
  endedAt,
}: Schemas['Execution']): Row {
  return { id, message, agent: agentId, swarmId, residentId, status, startedAt, endedAt }
}

function ofRun({ id, message, agent, swarmId, residentId, status, startedAt, endedAt }: Run): Row {
  return { id, message, agent, swarmId, residentId, status, startedAt, endedAt }
}
