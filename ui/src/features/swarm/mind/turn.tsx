import { memo, useMemo } from 'react'

import { useApprovalsOf } from '@/components/approval'
import { Chip, type Tone } from '@/components/chip'
import { Icon } from '@/components/icon'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { useLiveTurn } from '@/live/store'

import type { ResidentTurn } from '../types'
import { Parts } from './part'
import { partsOf } from './parts'

const TONES: Partial<Record<ResidentTurn['status'], Tone>> = {
  pending: 'neutral',
  running: 'info',
  waiting: 'warning',
  failed: 'danger',
  cancelled: 'neutral',
}
const NO_APPROVALS: never[] = []

interface TurnProps {
  swarmId: string
  turn: ResidentTurn
  /** It is not over. */
  open: boolean
  marked: boolean
}

/** One turn: what woke it, what it read, thought, did and said, and what that took. */
export const Turn = memo(function Turn({ swarmId, turn, open, marked }: TurnProps) {
  const t = useTexts('swarm')
  const format = useFormat()
  const live = useLiveTurn(open ? turn.executionId : null)
  const approvals =
    useApprovalsOf(turn.executionId, open && (turn.status === 'waiting' || Boolean(live?.approvals.length))).data
      ?.approvals ?? NO_APPROVALS
  const parts = useMemo(
    () => partsOf({ entries: turn.entries, live, approvals, over: !open }),
    [turn.entries, live, approvals, open],
  )
  const tokens = turn.usage.inputTokens + turn.usage.outputTokens
  const why = useWhy()
  const tone = TONES[turn.status]
  return (
    <article
      id={`turn-${turn.executionId}`}
      aria-label={`${t(`mind.woken.${turn.wokenBy}`)}, ${format.dateTime(turn.createdAt)}`}
      className={cn('flex flex-col gap-2 border-b px-4 py-3 last:border-b-0', marked && 'bg-accent-soft')}
    >
      <header className="flex min-h-5.5 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <Ago at={turn.createdAt} />
        <span aria-hidden className="text-faint">
          ·
        </span>
        <span>{t(`mind.woken.${turn.wokenBy}`)}</span>
        {tone && <Chip tone={tone}>{t(`mind.status.${turn.status}`)}</Chip>}
        {tokens > 0 && (
          <span
            className="numbers ml-auto whitespace-nowrap"
            title={t('mind.usage', {
              input: format.number(turn.usage.inputTokens),
              output: format.number(turn.usage.outputTokens),
              calls: format.number(turn.usage.modelCalls),
            })}
          >
            {t('mind.tokens', { count: tokens, n: format.compact(tokens) })}
            {turn.usage.cost > 0 && ` · ${format.money(turn.usage.cost)}`}
          </span>
        )}
      </header>
      <Parts parts={parts} swarmId={swarmId} roomId={turn.roomId} />
      {turn.error && (
        <p className="flex items-start gap-1.5 text-sm text-danger">
          <Icon name="warning-circle" size={15} className="mt-0.5" />
          <span className="min-w-0 break-words">
            {why(turn.why, turn.error)}{' '}
            {turn.retryAt && <span className="text-muted">{t('mind.retry', { when: format.ago(turn.retryAt) })}</span>}
          </span>
        </p>
      )}
    </article>
  )
})
