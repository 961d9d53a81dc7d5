import { memo, useMemo, type ReactNode } from 'react'

import { chartIn, ToolChartView } from '@/components/chart'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { useJournal } from './journal'
import { tailOfArguments } from './tail'
import { resultOf, type ToolView } from './rounds'
import { Undo } from './undo'
import { Value } from './value'

const MARKS: Record<ToolView['status'], ReactNode> = {
  asked: <Icon name="hourglass" size={15} className="text-info" />,
  running: <Icon name="circle-notch" size={15} className="animate-spin text-info" />,
  completed: <Icon name="check-circle" size={15} className="text-success" />,
  failed: <Icon name="x-circle" size={15} className="text-danger" />,
  stopped: <Icon name="stop" size={15} className="text-muted" />,
}

/** A tool call as one line; opens to what it was given and what it returned. */
export const ToolLine = memo(function ToolLine({ executionId, tool }: { executionId: string; tool: ToolView }) {
  const t = useTexts('work')
  const format = useFormat()
  const agents = useAgentsById()
  const agentName = (id: string | null) => (id && agents.get(id)?.name) || id
  return (
    <div className="min-w-0">
      <Disclosure
        mark={MARKS[tool.status]}
        label={
          <>
            {tool.name === 'hand_over' ? (
              <span className="text-ink">{t('tool.hand_over', { agent: agentName(tool.agentId) })}</span>
            ) : (
              <span className="font-mono text-ink">{tool.name}</span>
            )}{' '}
            <span className={tool.status === 'completed' || tool.coming !== undefined ? 'sr-only' : 'ml-1'}>
              {t(`tool.${tool.status}`)}
            </span>
            {tool.coming !== undefined && (
              <span aria-hidden className="ml-1.5 text-muted">
                {tailOfArguments(tool.coming)}
              </span>
            )}
          </>
        }
        describe={t('tool.open', { name: tool.name })}
        end={Boolean(tool.milliseconds) && isDone(tool) && format.duration(tool.milliseconds!)}
      >
        {() => <ToolDetails executionId={executionId} tool={tool} />}
      </Disclosure>
      {tool.undo && tool.status === 'completed' && <Undo at={tool.undo} />}
      {(tool.charted || tool.result !== undefined) && <ToolFigure executionId={executionId} tool={tool} />}
    </div>
  )
})

/** The chart that a tool has made of its numbers, where it has made one. */
function ToolFigure({ executionId, tool }: { executionId: string; tool: ToolView }) {
  const journal = useJournal(executionId, tool.result === undefined)
  const step = journal.data?.steps?.find((one) => one.key === tool.key)
  const result = tool.result ?? (step && resultOf(step))
  const chart = useMemo(() => (tool.status === 'completed' ? chartIn(result) : null), [tool.status, result])
  return chart && <ToolChartView chart={chart} />
}

const isDone = ({ status }: ToolView) => status === 'completed' || status === 'failed'

function ToolDetails({ executionId, tool }: { executionId: string; tool: ToolView }) {
  const t = useTexts('work')
  const why = useWhy()
  const known = tool.arguments !== undefined || tool.coming !== undefined
  const journal = useJournal(executionId, !known)
  const step = journal.data?.steps?.find((one) => one.key === tool.key)
  if (!known && journal.isPending) return <Skeleton className="h-24" />
  if (!known && journal.error)
    return <Failure error={journal.error} onRetry={() => void journal.refetch()} className="py-4" />
  const error = tool.error ?? step?.error
  return (
    <div className="flex min-w-0 flex-col gap-3 py-1">
      <Value label={t('tool.arguments')} value={known ? (tool.arguments ?? tool.coming) : step?.input} />
      {error ? (
        <p className="text-base break-words text-danger">{why(tool.why ?? step?.why, error)}</p>
      ) : (
        tool.status === 'completed' && (
          <Value label={t('tool.result')} value={known ? tool.result : step && resultOf(step)} />
        )
      )}
    </div>
  )
}
