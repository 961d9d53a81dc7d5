import { Avatar } from '@/components/avatar'
import { Chip } from '@/components/chip'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { Markdown } from '@/components/markdown'
import { Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { Tooltip } from '@/components/tooltip'
import { Calls } from '@/components/work/calls'
import { useJournal } from '@/components/work/journal'
import { ThinkingLine } from '@/components/work/thinking-line'
import { TurnState } from '@/components/work/turn-state'
import { isOver, type Turn, type TurnReview, type TurnView } from '@/components/work/turn-view'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { DelegationLine } from './delegation-line'
import { MadeFiles } from './made-files'
import { Sources } from './sources'
import { FileNotes } from './sent-files'
import { StandInLine } from './stand-in'
import { useThreadActions } from './thread-actions'
import { TurnActions } from './turn-actions'

interface AnswerProps {
  id: string
  turn: Turn | undefined
  view: TurnView
  queued: boolean
  sending: boolean
  last: boolean
  /** Asks for what was said and done in it to be read. */
  onRead: () => void
}

/** Who answers, why, what they do and what they say. */
export function Answer({ id, turn, view, queued, sending, last, onRead }: AnswerProps) {
  const t = useTexts('chat')
  const agents = useAgentsById()
  const { stop, resume } = useThreadActions()
  // Before it is decided, and where nobody fits, the supervisor is who speaks.
  const decided = view.decision !== null || view.agentId !== null || isOver(view.status)
  const agentId = view.agentId ?? SUPERVISOR
  const agent = agents.get(agentId)
  const supervised = view.mode === 'supervised' && agentId !== SUPERVISOR
  const working = view.status === 'running' || (view.status === 'pending' && !queued)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h2 className="sr-only">{t('answered', { agent: agent?.name ?? agentId })}</h2>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
        <Avatar
          agent={agent}
          size={28}
          state={working ? 'working' : view.status === 'waiting' ? 'waiting' : undefined}
        />
        <span className="font-semibold">{agent?.name ?? agentId}</span>
        <Others ids={(view.decision?.parts ?? []).map((part) => part.agent)} />
        {(turn || !isOver(view.status)) && <ModeChip view={view} />}
        <Cost turn={turn} view={view} />
      </div>
      {decided && view.decision && <DelegationLine decision={view.decision} mode={view.mode} />}
      {supervised && view.decision && <Guidance id={id} known={view.guidance} />}
      {view.rounds.map((round) => (
        <div key={round.name} className="flex min-w-0 flex-col gap-1">
          {round.thinking && <ThinkingLine text={round.thinking} coming={false} />}
          {round.text && <Markdown text={round.text} className="text-muted" />}
          <Calls executionId={id} calls={round.tools} onRead={onRead} />
        </div>
      ))}
      {view.thinking && <ThinkingLine text={view.thinking} coming={view.streaming && !view.answer} />}
      {view.answer && <Markdown text={view.answer} streaming={view.streaming} className="pt-1" />}
      <TurnState
        view={view}
        agentName={agent?.name}
        queued={queued}
        sending={sending}
        onStop={() => stop(id)}
        onResume={(retry) => resume(id, retry)}
      />
      {view.unanswered && (
        <p className="flex items-center gap-2 text-base text-muted">
          <Icon name="flag" size={15} className="text-warning" />
          {t('unanswered')}
        </p>
      )}
      {view.cited.length > 0 && <Sources pages={view.cited} />}
      {turn && isOver(view.status) && (
        <>
          <MadeFiles files={turn.made ?? []} />
          <FileNotes files={turn.files ?? []} made={turn.made ?? []} />
        </>
      )}
      {view.standIn && <StandInLine standIn={view.standIn} />}
      {view.review && <Review review={view.review} />}
      {turn && isOver(view.status) ? (
        <TurnActions turn={turn} answer={view.answer} last={last} />
      ) : (
        <div className="h-7" />
      )}
    </div>
  )
}

/** Those whose answers were joined into this one. */
function Others({ ids }: { ids: readonly string[] }) {
  const t = useTexts('chat')
  const format = useFormat()
  const agents = useAgentsById()
  if (!ids.length) return null
  const names = ids.map((id) => agents.get(id)?.name ?? id)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
      <span className="flex -space-x-1.5">
        {ids.map((id) => (
          <Avatar key={id} agent={agents.get(id)} size={22} className="ring-2 ring-surface" />
        ))}
      </span>
      <span className="min-w-0">{t('withAgents', { agents: format.list(names) })}</span>
    </span>
  )
}

function ModeChip({ view }: { view: TurnView }) {
  const shared = useTexts('shared')
  return (
    <Chip
      tone={view.mode === 'direct' ? 'accent' : 'neutral'}
      icon={view.mode === 'direct' ? 'arrow-right' : 'shield-check'}
    >
      {shared(`mode.${view.mode}`)}
    </Chip>
  )
}

/** How long it took and what it cost, once that is known. */
function Cost({ turn, view }: { turn: Turn | undefined; view: TurnView }) {
  const t = useTexts('chat')
  const format = useFormat()
  if (!view.startedAt || !view.endedAt) return null
  const took = new Date(view.endedAt).getTime() - new Date(view.startedAt).getTime()
  const usage = turn?.usage
  const tokens = usage ? usage.inputTokens! + usage.outputTokens! : 0
  const about =
    usage && tokens > 0
      ? t('usage', {
          input: format.number(usage.inputTokens!),
          output: format.number(usage.outputTokens!),
          calls: format.number(usage.modelCalls!),
        })
      : t('took', { duration: format.duration(took) })
  return (
    <Tooltip text={about}>
      <span className="numbers ml-auto flex items-center gap-1.5 text-sm text-muted">
        <Ago at={view.endedAt} className="max-sm:hidden" />
        <span aria-hidden className="text-faint max-sm:hidden">
          ·
        </span>
        {format.duration(took)}
        {usage?.cost ? (
          <>
            <span aria-hidden className="text-faint">
              ·
            </span>
            {format.money(usage.cost)}
          </>
        ) : null}
      </span>
    </Tooltip>
  )
}

/** The supervisor's note to whoever answers. */
function Guidance({ id, known }: { id: string; known: string | null }) {
  const t = useTexts('chat')
  const supervisor = useAgentsById().get(SUPERVISOR)?.name ?? SUPERVISOR
  return (
    <Disclosure mark={<Icon name="path" size={15} />} label={t('guidance', { supervisor })}>
      {() => (known === null ? <StoredGuidance id={id} /> : <p className="text-base text-muted">{known}</p>)}
    </Disclosure>
  )
}

function StoredGuidance({ id }: { id: string }) {
  const work = useTexts('work')
  const journal = useJournal(id, true)
  if (journal.isPending) return <Skeleton className="h-5" />
  const step = journal.data?.steps?.find((one) => one.kind === 'supervisor')
  return <p className="text-base text-muted">{String(step?.output?.guidance ?? work('tool.none'))}</p>
}

const VERDICTS = ['accept', 'revise', 'flag'] as const

const CAUSES = [
  'no_model',
  'unreachable',
  'unreadable',
  'no_advice',
  'empty_answer',
  'not_repeatable',
  'by_rules',
  'not_revised',
] as const

function Review({ review }: { review: TurnReview }) {
  const t = useTexts('chat')
  const why = useWhy()
  const supervisor = useAgentsById().get(SUPERVISOR)?.name ?? SUPERVISOR
  const verdict = VERDICTS.find((one) => one === review.verdict) ?? 'other'
  const cause = CAUSES.find((one) => one === review.cause)
  const mark =
    verdict === 'flag' ? (
      <Icon name="flag" size={15} className="text-warning" />
    ) : verdict === 'revise' ? (
      <Icon name="arrow-counter-clockwise" size={15} className="text-info" />
    ) : (
      <Icon name="shield-check" size={15} className="text-success" />
    )
  return (
    <Disclosure mark={mark} label={t(cause ? `review.flagged.${cause}` : `review.${verdict}`, { supervisor })}>
      {() => <p className="text-base break-words text-muted">{why(review.why, review.reason)}</p>}
    </Disclosure>
  )
}
