import { useMemo, type ReactNode } from 'react'

import { api, data } from '@/client/api'
import { useApprovalsOf } from '@/components/approval'
import { Markdown } from '@/components/markdown'
import { Failure, Skeleton } from '@/components/states'
import { Calls } from '@/components/work/calls'
import { useJournal } from '@/components/work/journal'
import { TurnState } from '@/components/work/turn-state'
import { isOver, viewOf, type StoredTurn } from '@/components/work/turn-view'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useLiveTurn } from '@/live/store'

import { useFailed } from '../use-acts'

interface WorkProps {
  executionId: string
  /** Draws what stands above it; who works is not known before it is decided. */
  children?: (agentId: string | null) => ReactNode
}

/** What was said and done in one run, live while it goes on; calls that wait for the person are answered in place. */
export function Work({ executionId, children }: WorkProps) {
  const failed = useFailed()
  const agents = useAgentsById()
  const live = useLiveTurn(executionId)
  const journal = useJournal(executionId, true)
  const execution = journal.data
  const over = isOver(execution?.status ?? live?.status ?? 'pending')
  const asked = useApprovalsOf(executionId, !over)
  const approvals = asked.data?.approvals
  const view = useMemo(() => {
    const stored: StoredTurn | undefined = execution && {
      status: execution.status,
      agentId: execution.agentId,
      mode: execution.mode,
      decision: null,
      tools: [],
      review: null,
      outcome: execution.outcome ?? null,
      waitingFor: execution.waitingFor ?? null,
      waitingWhy: execution.waitingWhy ?? null,
      failure: execution.failure,
      startedAt: execution.startedAt,
      endedAt: execution.endedAt,
    }
    const answer = execution?.answer ? { content: execution.answer, agentId: execution.agentId ?? '' } : undefined
    return viewOf(stored, answer, live, execution?.steps, approvals)
  }, [execution, live, approvals])
  if (!execution && !live) {
    return journal.error ? (
      <Failure error={journal.error} onRetry={() => void journal.refetch()} className="py-4" />
    ) : (
      <Skeleton className="h-16" />
    )
  }
  const params = { params: { path: { id: executionId } } }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {children?.(view.agentId ?? (view.answer || view.rounds.length ? SUPERVISOR : null))}
      {view.rounds.map((round) => (
        <div key={round.name} className="flex min-w-0 flex-col gap-1">
          {round.text && <Markdown text={round.text} className="text-muted" />}
          <Calls executionId={executionId} calls={round.tools} onRead={() => undefined} />
        </div>
      ))}
      {view.answer && <Markdown text={view.answer} streaming={view.streaming} />}
      <TurnState
        view={view}
        agentName={agents.get(view.agentId ?? '')?.name}
        queued={false}
        sending={false}
        onStop={() => void data(api.POST('/api/agents/execution/{id}/cancel', params)).catch(failed)}
        onResume={async (retry) => {
          await data(api.POST('/api/agents/execution/{id}/resume', { ...params, body: { retry } }))
          await journal.refetch()
        }}
      />
    </div>
  )
}
