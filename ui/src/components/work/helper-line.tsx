import { useEffect, useEffectEvent, type ReactNode } from 'react'

import { Avatar } from '@/components/avatar'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { Markdown } from '@/components/markdown'
import { Failure, Skeleton } from '@/components/states'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { useJournal } from './journal'
import type { HelperView, ToolView } from './rounds'
import { ThinkingLine } from './thinking-line'

interface HelperLineProps {
  executionId: string
  call: ToolView
  helper: HelperView
  onRead: () => void
  /** Draws its own calls. */
  draw: (calls: readonly ToolView[]) => ReactNode
}

/** A helper at work, or done: its task and state in one line, and inside it what it says and does. */
export function HelperLine({ executionId, call, helper, onRead, draw }: HelperLineProps) {
  const t = useTexts('work')
  const agent = useAgentsById().get(helper.agentId)
  const name = agent?.name ?? helper.agentId
  const working = call.status === 'running'
  return (
    <Disclosure
      mark={
        <Avatar
          agent={agent}
          size={20}
          state={!working ? undefined : helper.waits ? 'waiting' : 'working'}
          className="-mx-0.5"
        />
      }
      label={
        <>
          <span className="font-medium text-ink">{name}</span> <span className="ml-1">{helper.task}</span>
        </>
      }
      describe={t('helper.open', { agent: name })}
      end={<State call={call} helper={helper} />}
      // What was open while it worked stays open, so that nothing jumps when it is done.
      begins={working ? 'open' : 'closed'}
    >
      {() => <Inside executionId={executionId} call={call} helper={helper} onRead={onRead} draw={draw} />}
    </Disclosure>
  )
}

function State({ call, helper }: { call: ToolView; helper: HelperView }) {
  const t = useTexts('work')
  const format = useFormat()
  switch (call.status) {
    case 'completed':
      return (
        <span className="flex items-center gap-1">
          <Icon name="check-circle" size={15} className="text-success" />
          {call.milliseconds !== null && format.duration(call.milliseconds)}
        </span>
      )
    case 'failed':
      return (
        <span className="flex items-center gap-1 text-danger">
          <Icon name="x-circle" size={15} />
          {t('helper.failed')}
        </span>
      )
    case 'stopped':
      return t('helper.stopped')
    default:
      if (helper.waits) return <span className="text-info">{t('helper.waits')}</span>
      return helper.iteration && helper.iteration.iteration > 1
        ? t('helper.round', { now: helper.iteration.iteration, most: helper.iteration.limit })
        : t('helper.working')
  }
}

function Inside({ executionId, call, helper, onRead, draw }: HelperLineProps) {
  const t = useTexts('work')
  const { known } = helper
  const why = useWhy()
  const read = useEffectEvent(onRead)
  useEffect(() => {
    if (!known) read()
  }, [known])
  const journal = useJournal(executionId, !known)
  if (!known && journal.error)
    return <Failure error={journal.error} onRetry={() => void journal.refetch()} className="py-4" />
  if (!known) return <Skeleton className="h-16" />
  return (
    <div className="flex min-w-0 flex-col gap-2.5 py-1">
      {helper.task && (
        <Part label={t('helper.task')} className={helper.task.length > SHORT ? '' : 'sm:hidden'}>
          <p className="max-h-48 overflow-y-auto text-base break-words whitespace-pre-wrap text-muted">{helper.task}</p>
        </Part>
      )}
      {helper.rounds.map((round) => (
        <div key={round.name} className="flex min-w-0 flex-col gap-1">
          {round.thinking && <ThinkingLine text={round.thinking} coming={false} />}
          {round.text && <Markdown text={round.text} className="text-muted" />}
          {draw(round.tools)}
        </div>
      ))}
      {helper.thinking && <ThinkingLine text={helper.thinking} coming={helper.streaming && !helper.report} />}
      {helper.report && (
        <Part label={t(helper.streaming ? 'helper.writing' : 'helper.report')}>
          <Markdown text={helper.report} streaming={helper.streaming} />
        </Part>
      )}
      {call.error && <p className="text-base break-words text-danger">{why(call.why, call.error)}</p>}
      {!helper.report && !helper.thinking && !helper.rounds.length && !call.error && (
        <p className="text-sm text-muted">{t('helper.nothing')}</p>
      )}
    </div>
  )
}

/** Letters that the line itself has room for where it is wide. */
const SHORT = 80

function Part({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section className={cn('min-w-0', className)}>
      <h3 className="pb-0.5 text-xs font-medium text-muted">{label}</h3>
      {children}
    </section>
  )
}
