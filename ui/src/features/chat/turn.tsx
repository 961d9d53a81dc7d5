import { memo, useMemo, useState } from 'react'

import type { Message } from '@/client/api'
import { useApprovalsOf } from '@/components/approval'
import { useJournal } from '@/components/work/journal'
import { isOver, viewOf, type Turn } from '@/components/work/turn-view'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { isHeld, useOutbox } from '@/live/outbox'
import { useLiveTurn } from '@/live/store'

import { Answer } from './answer'
import type { SentFile } from './files'
import { NotSent } from './not-sent'
import { Question } from './question'
import { SummaryLine } from './summary-line'

interface TurnRowProps {
  /** The execution, or the message where none is known. */
  id: string
  turn: Turn | undefined
  question: Message | undefined
  answer: Message | undefined
  editing: boolean
  /** Whether the address points at it. */
  marked: boolean
  /** Something before it is not over. */
  queued: boolean
  /** The server does not have it yet. */
  sending: boolean
  last: boolean
}

const NONE: readonly SentFile[] = []

/** One turn of the conversation; only the one that runs is drawn while text comes. */
export const TurnRow = memo(function TurnRow({
  id,
  turn,
  question,
  answer,
  editing,
  marked,
  queued,
  sending,
  last,
}: TurnRowProps) {
  const t = useTexts('chat')
  const live = useLiveTurn(id)
  // The page came into the middle of it: what was said before is in the journal.
  const midway = (turn?.status === 'running' || turn?.status === 'waiting') && !live?.startedAt && !live?.endedAt
  const [seeded, setSeeded] = useState(false)
  if (midway && !seeded) setSeeded(true)
  const journal = useJournal(id, midway || seeded)
  const steps = seeded ? journal.data?.steps : undefined
  const asked = useApprovalsOf(
    id,
    midway || turn?.status === 'waiting' || Boolean(live?.approvals.length && !live.endedAt),
  )
  const approvals = asked.data?.approvals
  const view = useMemo(() => viewOf(turn, answer, live, steps, approvals), [turn, answer, live, steps, approvals])
  const over = isOver(view.status)
  const held = useOutbox((box) => (sending ? box.sent.find((one) => one.id === id && isHeld(one)) : undefined))
  const sent = useOutbox((box) => box.sent.find((one) => (one.executionId ?? one.id) === id)?.files)
  const files = turn?.files ?? sent ?? NONE
  const content = question?.content ?? turn?.message ?? live?.message
  return (
    <article
      id={`turn-${id}`}
      tabIndex={-1}
      className={cn(
        'turn group/turn flex flex-col gap-3 rounded-lg px-3 py-3 outline-none sm:px-4',
        over && 'turn-at-rest',
        marked && 'ring-2 ring-accent/60',
      )}
    >
      {turn?.afterSilence && (
        <p className="flex items-center gap-3 pb-1 text-sm text-muted">
          <span aria-hidden className="h-px flex-1 bg-line" />
          {t('afterSilence')}
          <span aria-hidden className="h-px flex-1 bg-line" />
        </p>
      )}
      {content !== undefined && (
        <Question id={id} content={content} files={files} editing={editing} editable={over && turn !== undefined} />
      )}
      {held ? (
        <NotSent one={held} />
      ) : (
        (turn || live || answer || sending || question) && (
          <Answer
            id={id}
            turn={turn}
            view={view}
            queued={queued}
            sending={sending}
            last={last}
            onRead={() => setSeeded(true)}
          />
        )
      )}
      {turn?.summary && <SummaryLine summary={turn.summary} />}
    </article>
  )
})
