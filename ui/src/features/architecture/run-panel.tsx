import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'

import { api, data, type Execution } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { Markdown } from '@/components/markdown'
import { Failure, Skeleton } from '@/components/states'
import { WorkLink } from '@/components/work-link'
import { useFormat } from '@/lib/format'
import { useActor } from '@/lib/residents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'
import { useWhy } from '@/lib/why'

import { useCancel } from './cancel'
import { useNow } from './clock'
import type { Run } from './flow'
import { useFlow } from './flow-store'
import { useOpen } from './open'
import { ScrollBox } from './scroll-box'
import { LINK_BUTTON, Part, SidePanel } from './side-panel'
import { StatusChip } from './status'
import { Timeline } from './timeline-view'
import { barsOf, spanOf } from './timeline'
import { useWholeFacts } from './whole-facts'

/** One execution with all its steps. */
export function RunPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('architecture')
  const run = useFlow((flow) => flow.runs[id])
  const read = useQuery({
    queryKey: keys.execution(id),
    queryFn: () => data(api.GET('/api/agents/execution/{id}', { params: { path: { id } } })),
  })
  return (
    <SidePanel title={t('run.title')} name={t('run.title')} onClose={onClose}>
      {read.error ? (
        <Failure error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data ? (
        <Contents execution={read.data} run={run} />
      ) : (
        <div className="flex flex-col gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-40" />
        </div>
      )}
    </SidePanel>
  )
}

function Contents({ execution, run }: { execution: Execution; run: Run | undefined }) {
  const why = useWhy()
  const t = useTexts('architecture')
  const shared = useTexts('shared')
  const format = useFormat()
  const open = useOpen()
  // Events are ahead of what was read.
  const status = run?.touched ? run.status : execution.status
  const endedAt = run?.endedAt ?? execution.endedAt
  const over = status === 'completed' || status === 'failed' || status === 'cancelled'
  const agentId = run?.agent ?? execution.agentId
  const agent = useActor(agentId ?? '', execution)
  const now = useNow(!over)
  const facts = useWholeFacts(run)
  const bars = useMemo(() => barsOf(execution.steps, facts), [execution.steps, facts])
  const span = spanOf(bars, execution.startedAt, endedAt, now)
  return (
    <>
      <section className="pb-3.5">
        <p className="text-base font-medium break-words whitespace-pre-wrap">{execution.message}</p>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <StatusChip status={status} />
          <Chip>{shared(`mode.${execution.mode}`)}</Chip>
          {agentId && agentId === execution.residentId && (
            <span className="flex h-6 items-center gap-1.5 text-sm font-medium">
              <Avatar agent={agent} size={22} />
              {agent?.name ?? agentId}
            </span>
          )}
          {agentId && agentId !== execution.residentId && (
            <button
              type="button"
              onClick={() => open({ agent: agentId })}
              className="flex h-6 items-center gap-1.5 rounded-full pr-2 text-sm font-medium hover:bg-hover"
            >
              <Avatar agent={agent} size={22} />
              {agent?.name ?? agentId}
            </button>
          )}
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          {!over && <StopButton id={execution.id} />}
          <WorkLink
            swarmId={execution.swarmId}
            residentId={execution.residentId}
            conversationId={execution.conversationId}
            executionId={execution.id}
            className={LINK_BUTTON}
          >
            <Icon name={execution.residentId ? 'users-four' : 'chat-circle-dots'} size={15} />
            {execution.residentId ? shared('inSwarm') : t('run.openThread')}
          </WorkLink>
          <Link to="/debug" search={{ execution: execution.id }} className={LINK_BUTTON}>
            <Icon name="bug" size={15} />
            {t('run.events')}
          </Link>
          {execution.decision?.id && (
            <button type="button" onClick={() => open({ decision: execution.decision!.id! })} className={LINK_BUTTON}>
              <Icon name="signpost" size={15} />
              {t('run.decision')}
            </button>
          )}
        </div>
      </section>
      {run?.waitingFor && (
        <p className="mb-3.5 rounded-md bg-info-soft px-3 py-2 text-base text-info">
          {why(run.waitingWhy, run.waitingFor)}
        </p>
      )}
      {execution.failure && (
        <p className="mb-3.5 rounded-md bg-danger-soft px-3 py-2 text-base text-danger">{execution.failure.message}</p>
      )}
      <Part title={t('run.steps')}>
        {bars.length ? (
          <Timeline bars={bars} span={span} />
        ) : (
          <p className="text-base text-muted">{t('run.noSteps')}</p>
        )}
      </Part>
      <section className="grid grid-cols-2 gap-x-4 gap-y-2.5 border-t py-3.5">
        <Figure name={t('run.began')}>{execution.startedAt ? format.time(execution.startedAt) : '–'}</Figure>
        <Figure name={t('run.took')}>
          {over && endedAt && execution.startedAt
            ? format.duration(Date.parse(endedAt) - Date.parse(execution.startedAt))
            : t('run.running')}
        </Figure>
        <Figure name={t('run.tokens')}>
          {format.number(execution.usage.inputTokens + execution.usage.outputTokens)}
        </Figure>
        <Figure name={t('run.cost')}>{format.money(execution.usage.cost)}</Figure>
      </section>
      {execution.answer && (
        <Part title={t('run.answer')}>
          <ScrollBox label={t('run.answer')} className="max-h-80 overflow-y-auto">
            <Markdown text={execution.answer} />
          </ScrollBox>
        </Part>
      )}
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="text-sm text-muted">{name}</div>
      <div className="numbers truncate text-base font-medium">{children}</div>
    </div>
  )
}

function StopButton({ id }: { id: string }) {
  const t = useTexts('architecture')
  const { stop, stopping } = useCancel(id)
  return (
    <Button size="small" look="danger" icon="stop" busy={stopping} onClick={stop} className="h-8">
      {stopping ? t('runs.stopping') : t('runs.stop')}
    </Button>
  )
}
