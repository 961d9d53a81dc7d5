import { useEffect, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'

import type { Message } from '@/client/api'
import { isOver, rowsOf, statusOf, type Row } from '@/components/work/turn-view'
import { useOutbox, type Outgoing } from '@/live/outbox'
import { useLive } from '@/live/store'

import { joined, type Pages } from './thread-data'

interface ThreadRows {
  rows: readonly Row[]
  /** Ids of rows that the server does not have yet. */
  sending: ReadonlySet<string>
  /** Ids of rows that are not over. */
  unfinished: ReadonlySet<string>
  /** The one that is worked on; the others wait for it. */
  current: string | null
}

/** Returns what a thread shows: what was read, and what was just sent. */
export function useThreadRows(conversationId: string, pages: Pages | undefined): ThreadRows {
  const stored = useMemo(() => {
    const { messages, turns } = joined(pages)
    return rowsOf(messages, turns)
  }, [pages])
  const sent = useOutbox(useShallow((box) => box.sent.filter((one) => one.conversationId === conversationId)))
  useEffect(() => useOutbox.getState().settle(new Set(stored.map((row) => row.id))), [stored])
  const { rows, sending } = useMemo(() => withSent(stored, sent), [stored, sent])

  const candidates = rows
    .filter((row) => !row.turn || !isOver(row.turn.status))
    .filter((row) => row.turn || !row.answer)
  const open = useLive((live) =>
    candidates
      .filter((row) => !isOver(statusOf(row.turn?.status, live.turns[row.id])))
      .map((row) => row.id)
      .join(' '),
  )
  const begun = useLive(
    (live) =>
      candidates.find((row) => ['running', 'waiting'].includes(statusOf(row.turn?.status, live.turns[row.id])))?.id ??
      null,
  )
  return useMemo(() => {
    const ids = open.split(' ').filter(Boolean)
    return { rows, sending, unfinished: new Set(ids), current: begun ?? ids[0] ?? null }
  }, [rows, sending, open, begun])
}

/** Adds what was just sent to the end; what it replaces is gone at once. */
export function withSent(stored: readonly Row[], sent: readonly Outgoing[]): { rows: Row[]; sending: Set<string> } {
  let rows = [...stored]
  const sending = new Set<string>()
  for (const one of sent) {
    const replaced = one.replaces === null ? -1 : rows.findIndex((row) => row.id === one.replaces)
    if (replaced >= 0) rows = rows.slice(0, replaced)
    if (one.executionId && stored.some((row) => row.id === one.executionId)) continue
    const id = one.executionId ?? one.id
    if (!one.executionId) sending.add(id)
    rows.push({ id, turn: undefined, question: said(one, id), answer: undefined })
  }
  return { rows, sending }
}

function said(one: Outgoing, id: string): Message {
  return {
    id: one.id,
    conversationId: one.conversationId ?? '',
    author: 'user',
    agentId: null,
    executionId: id,
    content: one.message,
    createdAt: '',
    position: 0,
  }
}
