import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { DecisionView } from '@/components/decision'
import { Drawer } from '@/components/dialog'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { branchesOf, type Branch } from '@/components/work/branches'
import { useJournal } from '@/components/work/journal'
import { Value } from '@/components/work/value'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'
import { useWhy, type Why } from '@/lib/why'
import { keys } from '@/live/refresh'

import { SentLine } from './sent-line'

interface DetailsProps {
  decisionId: string | undefined
  /** The execution that the decision was made for, where it is in this thread. */
  executionId: string | undefined
  onClose: () => void
}

/** Beside the thread: the whole decision, and every step of what came of it. */
export function Details({ decisionId, executionId, onClose }: DetailsProps) {
  const t = useTexts('chat')
  const shared = useTexts('shared')
  const wide = useMedia('(min-width: 1400px)')
  const content = decisionId && <Content decisionId={decisionId} executionId={executionId} />
  if (!wide) {
    return (
      <Drawer open={decisionId !== undefined} onClose={onClose} title={t('decision.title')}>
        {content}
      </Drawer>
    )
  }
  if (!decisionId) return null
  return (
    <aside aria-label={t('details')} className="flex w-105 shrink-0 animate-fade flex-col border-l bg-surface">
      <div className="flex h-13 shrink-0 items-center gap-2 border-b px-4">
        <h2 className="min-w-0 flex-1 truncate text-md font-semibold">{t('decision.title')}</h2>
        <IconButton icon="x" label={shared('close')} size="small" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{content}</div>
    </aside>
  )
}

function Content({ decisionId, executionId }: { decisionId: string; executionId: string | undefined }) {
  const decision = useQuery({
    queryKey: keys.decision(decisionId),
    queryFn: ({ signal }) =>
      data(api.GET('/api/routing/decisions/{id}', { params: { path: { id: decisionId } }, signal })),
    staleTime: Infinity,
  })
  return (
    <div className="flex flex-col gap-8">
      {decision.isPending ? (
        <Skeleton className="h-96" />
      ) : decision.error ? (
        <Failure error={decision.error} onRetry={() => void decision.refetch()} />
      ) : (
        <DecisionView decision={decision.data} compact />
      )}
      {executionId && <Steps executionId={executionId} />}
    </div>
  )
}

/** The journal of an execution, step by step. */
function Steps({ executionId }: { executionId: string }) {
  const t = useTexts('chat')
  const journal = useJournal(executionId, true)
  const steps = journal.data?.steps ?? []
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">{t('decision.steps')}</h3>
      {journal.isPending ? (
        <Skeleton className="h-40" />
      ) : journal.error ? (
        <Failure error={journal.error} onRetry={() => void journal.refetch()} className="py-4" />
      ) : (
        <ol className="flex flex-col">
          {branchesOf(steps).map((branch) => (
            <StepLine key={branch.step.key} {...branch} />
          ))}
        </ol>
      )}
    </section>
  )
}

const STATES = {
  running: <Icon name="circle-notch" size={15} className="animate-spin text-info" />,
  completed: <Icon name="check-circle" size={15} className="text-success" />,
  failed: <Icon name="x-circle" size={15} className="text-danger" />,
}

function StepLine({ step, below }: Branch) {
  const t = useTexts('chat')
  const work = useTexts('work')
  const modelWhy = useWhy()(step.input?.['model_why'] as Why | undefined, '')
  const format = useFormat()
  // A helper's own face, not that of who called it.
  const agentId = step.kind === 'helper' ? step.helper : step.agentId
  const agent = useAgentsById().get(agentId ?? '')
  const took =
    step.startedAt && step.endedAt ? new Date(step.endedAt).getTime() - new Date(step.startedAt).getTime() : null
  return (
    <li>
      <Disclosure
        mark={STATES[step.status]}
        label={
          <span className="flex min-w-0 items-center gap-2">
            {agent && <Avatar agent={agent} size={18} />}
            <span className="shrink-0 text-ink">{t(`step.${step.kind}`)}</span>
            {step.kind === 'helper' ? (
              <span className="min-w-0 truncate">{agent?.name ?? agentId}</span>
            ) : (
              <span className="min-w-0 truncate font-mono text-xs">{step.name}</span>
            )}
          </span>
        }
        end={took !== null && took > 0 && format.duration(took)}
      >
        {() => (
          <div className="flex min-w-0 flex-col gap-3 py-1">
            {modelWhy && <p className="text-sm break-words text-muted">{modelWhy}</p>}
            <SentLine step={step} />
            <Value label={work('tool.arguments')} value={step.input} />
            {step.error ? (
              <p className="text-base break-words text-danger">{step.error}</p>
            ) : (
              <Value label={work('tool.result')} value={step.output} />
            )}
          </div>
        )}
      </Disclosure>
      {below.length > 0 && (
        <ol className="ml-2 flex flex-col border-l-2 pl-3">
          {below.map((branch) => (
            <StepLine key={branch.step.key} {...branch} />
          ))}
        </ol>
      )}
    </li>
  )
}
