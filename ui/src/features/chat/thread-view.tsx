import './chat.css'

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { ApiError } from '@/client/api'
import { IconButton } from '@/components/button'
import { useTitle } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { notify } from '@/components/toasts'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useStick } from '@/lib/stick'
import { useTexts } from '@/lib/text'
import { mainThread } from '@/live/delivery'
import { useLive } from '@/live/store'

import { ChatComposer } from './composer'
import { Details } from './details'
import type { SentFile } from './files'
import { ReplaceDialog, type Asked } from './replace-dialog'
import { useSend } from './send'
import { ThreadActionsContext } from './thread-actions'
import { readOn, useThread } from './thread-data'
import { ThreadHeader } from './thread-header'
import { useThreadRows } from './thread-rows'
import { TurnList } from './turn-list'
import { useThreadActionsOf } from './use-thread-actions'

interface ThreadViewProps {
  conversationId: string
  turn: string | undefined
  decision: string | undefined
  draft: string | undefined
  /** What opens the list of threads where it has no room. */
  opener: React.ReactNode
}

/** One thread: its turns, the composer, and details beside them. */
export function ThreadView({ conversationId, turn, decision, draft, opener }: ThreadViewProps) {
  const t = useTexts('chat')
  const navigate = useNavigate()
  const agents = useAgentsById()
  const thread = useThread(conversationId, turn)
  const conversation = thread.data?.pages[0]?.conversation
  const { rows, sending, unfinished, current } = useThreadRows(conversationId, thread.data)
  const working = rows.find((row) => row.id === current)?.turn
  const [editing, setEditing] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const agentId = conversation?.agentId ?? SUPERVISOR
  const mode = conversation?.mode ?? 'supervised'
  const place = { agentId, mode, conversationId }
  const actions = useThreadActionsOf({
    place,
    rows,
    setEditing,
    confirm: (later, go) => (later > 0 ? setAsked({ later, go }) : go()),
  })
  const send = useSend()
  const { scroller, content, atBottom, toBottom, release } = useStick(!thread.hasPreviousPage)
  useTitle(conversation?.title ?? t('title'))
  useMarked(
    turn,
    rows.some((row) => row.id === turn),
    release,
  )
  useStopKey(current, actions.stop)

  const gone = thread.error instanceof ApiError && (thread.error.status === 404 || thread.error.status === 400)
  if (gone || (thread.error && !thread.data)) {
    return (
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="px-4 pt-3">{opener}</div>
        <div className="grid flex-1 place-items-center">
          <Failure
            error={gone ? new Error(t('notFound')) : thread.error}
            {...(gone ? {} : { onRetry: () => void thread.refetch() })}
          />
        </div>
      </div>
    )
  }

  /** The end of the thread may not be read yet, where one came to an old turn. */
  const toLatest = () => {
    if (thread.hasPreviousPage)
      void navigate({ to: '.', search: (now) => ({ ...now, turn: undefined }), replace: true, resetScroll: false })
    toBottom()
  }
  const onSend = async (message: string, addressee: string | null, files: readonly SentFile[]) => {
    toLatest()
    if (mode === 'direct' && addressee && addressee !== agentId) {
      const elsewhere = await mainThread(addressee, 'direct')
      const { accepted } = await send({
        message,
        files,
        place: { agentId: addressee, mode: 'direct', conversationId: elsewhere },
      })
      if (!accepted) notify(t('held.elsewhere', { agent: agents.get(addressee)?.name ?? addressee }), 'note')
      else await navigate({ to: '/chat/$conversationId', params: { conversationId: accepted.conversationId } })
      return
    }
    await send({ message, files, place, addressee: addressee === agentId ? null : addressee })
  }
  const pages = thread.data?.pages.length ?? 0
  const latest = atBottom && !thread.hasPreviousPage
  const last = rows.findLast((row) => row.turn && !unfinished.has(row.id))
  const decided = rows.find((row) => row.turn?.decision?.id === decision)

  return (
    <ThreadActionsContext value={actions}>
      <div className="relative flex min-w-0 flex-1 flex-col">
        <ThreadHeader
          title={conversation?.title ?? ''}
          agentId={agentId}
          mode={mode}
          current={current}
          worker={working?.agentId ?? null}
          stored={working?.status}
        >
          {opener}
        </ThreadHeader>
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
          <div ref={content} className="mx-auto flex w-full max-w-[792px] flex-col gap-2 px-1 py-4 sm:px-2">
            {thread.isPending && !rows.length ? (
              <Loading />
            ) : rows.length ? (
              <TurnList
                rows={rows}
                sending={sending}
                current={current}
                unfinished={unfinished}
                editing={editing}
                marked={turn}
                earlier={thread.hasNextPage}
                loadingEarlier={thread.isFetchingNextPage}
                onEarlier={() => void readOn(thread.fetchNextPage, pages)}
                later={thread.hasPreviousPage}
                loadingLater={thread.isFetchingPreviousPage}
                onLater={() => void readOn(thread.fetchPreviousPage, pages)}
                scroller={scroller}
              />
            ) : (
              <Empty icon="chat-circle-dots" title={t('empty')}>
                {t('emptyBody')}
              </Empty>
            )}
          </div>
        </div>
        <div className="relative mx-auto w-full max-w-[792px] shrink-0 px-3 pb-3 sm:px-4 sm:pb-4">
          <IconButton
            icon="arrow-down"
            label={t('latest')}
            onClick={toLatest}
            className={cn(
              'absolute -top-12 left-1/2 -translate-x-1/2 rounded-full border floating shadow-float',
              'transition-opacity duration-120',
              latest && 'pointer-events-none opacity-0',
            )}
            tabIndex={latest ? -1 : 0}
            aria-hidden={latest}
          />
          <ChatComposer
            key={conversationId}
            draftKey={conversationId}
            draft={draft}
            place={place}
            lastAgent={conversation?.lastAgent ?? null}
            running={current !== null && !sending.has(current)}
            onSend={onSend}
            onStop={() => current && actions.stop(current)}
            {...(last ? { onEditLast: () => setEditing(last.id) } : {})}
            autoFocus
          />
        </div>
        <Announcer current={current} />
      </div>
      <Details
        decisionId={decision}
        executionId={decided?.id}
        onClose={() =>
          void navigate({ to: '.', search: (now) => ({ ...now, decision: undefined }), resetScroll: false })
        }
      />
      <ReplaceDialog asked={asked} onClose={() => setAsked(null)} />
    </ThreadActionsContext>
  )
}

/** Brings the turn that the address names into view. */
function useMarked(turn: string | undefined, ready: boolean, release: () => void): void {
  useEffect(() => {
    const element = ready && turn ? document.getElementById(`turn-${turn}`) : null
    if (!element) return undefined
    release()
    element.scrollIntoView({ block: 'start' })
    // Who cannot see where one is hears it.
    element.focus({ preventScroll: true })
    // What is above it takes its real height only when it was once near the view.
    const frame = requestAnimationFrame(() => element.scrollIntoView({ block: 'start' }))
    return () => cancelAnimationFrame(frame)
  }, [turn, ready, release])
}

/** Escape stops the answer, unless something else was closed by it. */
function useStopKey(current: string | null, stop: (id: string) => void): void {
  useEffect(() => {
    if (!current) return undefined
    const onKey = (event: KeyboardEvent) => {
      const elsewhere =
        event.target instanceof Element && event.target.closest('nav, header, [role=dialog], [role=menu]')
      if (event.key === 'Escape' && !event.defaultPrevented && !elsewhere) stop(current)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [current, stop])
}

/** Tells screen readers that an answer begins and ends, not its every word. */
function Announcer({ current }: { current: string | null }) {
  const t = useTexts('chat')
  const agents = useAgentsById()
  const before = useRef<string | null>(null)
  const [ended, setEnded] = useState<string | null>(null)
  const agent = useLive((live) => live.turns[current ?? ended ?? '']?.agent ?? null)
  useEffect(() => {
    if (before.current && before.current !== current) setEnded(before.current)
    before.current = current
  }, [current])
  const name = agents.get(agent ?? SUPERVISOR)?.name ?? ''
  return (
    <div role="status" className="sr-only">
      {current ? t('streaming', { agent: name }) : ended ? t('done', { agent: name }) : ''}
    </div>
  )
}

function Loading() {
  return (
    <div className="flex flex-col gap-8 px-4 py-3">
      {[0, 1].map((one) => (
        <div key={one} className="flex flex-col gap-3">
          <Skeleton className="h-11 w-2/5 self-end" />
          <Skeleton className="h-8 w-1/3" />
          <Skeleton className="h-32" />
        </div>
      ))}
    </div>
  )
}
