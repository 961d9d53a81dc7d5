import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { useRuns } from '../data'
import type { Schedule, ScheduleRun } from '../types'
import { useFailed } from '../use-acts'

const LOOKS = {
  fired: ['check-circle', 'text-success'],
  skipped: ['skip-forward', 'text-muted'],
  missed: ['warning', 'text-warning'],
  failed: ['x-circle', 'text-danger'],
} as const
/** Below this nobody would call it late. */
const LATE_MS = 1000
const LINK = 'shrink-0 rounded-sm text-sm font-medium text-accent underline-offset-4 hover:underline'

/** What became of each time, latest first. */
export function History({ schedule }: { schedule: Schedule }) {
  const t = useTexts('schedules')
  const format = useFormat()
  const runs = useRuns(schedule.id)
  const rows = (runs.data?.pages ?? []).flatMap((page) => page.runs)
  if (runs.isPending) return <Skeleton className="h-24" />
  if (runs.error && !runs.data)
    return <Failure error={runs.error} onRetry={() => void runs.refetch()} className="py-6" />
  if (!rows.length) {
    return (
      <p className="text-base text-muted">
        {schedule.nextAt ? t('detail.historyNone', { when: format.ago(schedule.nextAt) }) : t('detail.historyNever')}
      </p>
    )
  }
  return (
    <>
      <p className="numbers text-sm text-muted">
        {[
          t('detail.runs', { count: schedule.runs }),
          ...(schedule.failures ? [t('detail.failed', { count: schedule.failures })] : []),
        ].join(' · ')}
      </p>
      <ul className="flex flex-col rounded-md border">
        {rows.map((run) => (
          <RunLine key={run.id} run={run} />
        ))}
      </ul>
      {runs.hasNextPage && (
        <Button
          size="small"
          look="quiet"
          icon="caret-down"
          className="self-start"
          busy={runs.isFetchingNextPage}
          onClick={() => void runs.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  )
}

function RunLine({ run }: { run: ScheduleRun }) {
  const why = useWhy()
  const t = useTexts('schedules')
  const shared = useTexts('shared')
  const format = useFormat()
  const failed = run.executionStatus === 'failed'
  const [icon, ink] = failed ? LOOKS.failed : LOOKS[run.status]
  const late =
    run.latenessMs === null || run.byHand
      ? null
      : run.latenessMs < LATE_MS
        ? t('detail.onTime')
        : t('detail.late', { time: format.duration(run.latenessMs) })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b px-3 py-2 last:border-b-0">
      <Icon name={icon} size={16} className={ink} />
      <span className="numbers text-base">{format.dateTime(run.dueAt)}</span>
      <span className="min-w-0 flex-1 text-sm text-muted">
        {[
          run.executionStatus ? shared(`status.${run.executionStatus}`) : t(`lastStatus.${run.status}`),
          ...(run.byHand ? [t('detail.byHand')] : []),
          ...(late ? [late] : []),
        ].join(' · ')}
      </span>
      {run.taskId ? (
        <Link to="/tasks/$taskId" params={{ taskId: run.taskId }} className={LINK}>
          {t('detail.openTask')}
        </Link>
      ) : (
        run.executionId && <OpenChat executionId={run.executionId} />
      )}
      {run.reason && <span className="basis-full pl-7 text-sm break-words text-muted">{why(run.why, run.reason)}</span>}
    </li>
  )
}

/** Leads to the thread of a run; where that is, is asked when somebody wants to go there. */
function OpenChat({ executionId }: { executionId: string }) {
  const t = useTexts('schedules')
  const navigate = useNavigate()
  const failed = useFailed()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const { conversationId } = await data(
        api.GET('/api/agents/execution/{id}', { params: { path: { id: executionId } } }),
      )
      await navigate({ to: '/chat/$conversationId', params: { conversationId }, search: { turn: executionId } })
    } catch (error) {
      failed(error)
      setBusy(false)
    }
  }
  return (
    <button type="button" disabled={busy} onClick={() => void open()} className={LINK}>
      {t('detail.openChat')}
    </button>
  )
}
