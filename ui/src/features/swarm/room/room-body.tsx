import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useStick } from '@/lib/stick'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { RoomComposer, type ComposerHandle } from '../composer'
import { useOutbox } from '../composer/outbox'
import { useSend } from '../composer/send'
import { memberOf, PERSON, type Member } from '../model'
import { isMine, titleOf } from '../rooms/order'
import { useRoomActs } from '../rooms/use-acts'
import type { Mail, Room, Swarm } from '../types'
import { MailActionsProvider, type MailActions } from './actions'
import { Causes } from './causes'
import { RoomHeader } from './header'
import { MailList } from './mail-list'
import { OutgoingRow } from './outgoing'
import { TypingLine } from './typing-line'
import { useRoomMails } from './use-mails'
import { usePlace } from './use-place'
import { useReading } from './use-reading'

const NOTHING: readonly Mail[] = []

/** One room: its mail, who works on it, and where one writes; `key` it by the room. */
export function RoomBody({ swarm, room, members }: { swarm: Swarm; room: Room; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm-rooms')
  const { mail: named, go } = useAddress()
  const swarmId = swarm.id
  const read = useRoomMails(swarmId, room.id)
  const { mails } = read
  const { scroller, content, atBottom, toBottom, release } = useStick()
  const { unreadFrom, jump } = usePlace(room, read, named, release)
  useReading(swarmId, room.id, unreadFrom === undefined ? NOTHING : mails, scroller)
  const send = useSend(swarmId)
  const outgoing = useOutgoing(room.id, mails)
  const composer = useRef<ComposerHandle>(null)
  const [replyTo, setReplyTo] = useState<Mail | null>(null)
  const [causesOf, setCausesOf] = useState<Mail | null>(null)
  const inside = useMemo(() => room.members.map((id) => memberOf(members, id)), [room.members, members])
  const mine = isMine(room)
  const group = room.kind === 'group'
  const writable = inside.length > 0

  const toComposer = useCallback(() => composer.current?.focus(), [])
  const actions = useMemo<MailActions>(
    () => ({
      reply: writable
        ? (mail) => {
            setReplyTo(mail)
            toComposer()
          }
        : null,
      jump: (mail) => {
        go({ mail }, true)
        jump(mail)
      },
      causes: setCausesOf,
      mind: (resident, turn) => go({ resident, turn: turn ?? undefined }),
    }),
    [writable, go, jump, toComposer],
  )
  const doneReplying = useCallback(() => setReplyTo(null), [])

  return (
    <MailActionsProvider value={actions}>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <RoomHeader room={room} members={members} />
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden">
          <div ref={content} className="mx-auto flex min-h-full w-full max-w-[920px] flex-col px-1 py-3 sm:px-2">
            {read.pending && <Loading />}
            {read.error !== null && <Failure error={read.error} onRetry={read.retry} />}
            {!read.pending && read.error === null && !mails.length && !outgoing.length && (
              <Empty icon="chats" title={t('room.empty')}>
                {t(mine ? 'room.emptyBody' : 'room.emptyOthers')}
              </Empty>
            )}
            <div className="flex-1" />
            <MailList
              mails={mails}
              members={members}
              unreadFrom={unreadFrom ?? null}
              marked={named}
              earlier={read.earlier}
              loadingEarlier={read.loadingEarlier}
              onEarlier={() => void read.loadEarlier().catch(() => undefined)}
              scroller={scroller}
            />
            {outgoing.map((mail) => (
              <OutgoingRow
                key={mail.key}
                mail={mail}
                swarmId={swarmId}
                members={members}
                onEdit={() => {
                  useOutbox.getState().remove(mail.key)
                  composer.current?.fill(mail.content, mail.as)
                }}
              />
            ))}
          </div>
        </div>
        <div className="relative">
          <ToLatest mails={mails} atBottom={atBottom} onGo={toBottom} />
          <TypingLine swarmId={swarmId} roomId={room.id} mails={mails} members={members} />
        </div>
        <div className="mx-auto flex w-full max-w-[920px] shrink-0 flex-col gap-2 px-3 pb-3 sm:px-4 sm:pb-4">
          <Notice swarm={swarm} room={room} />
          {writable && (
            <RoomComposer
              place={room.id}
              partner={group || !mine ? undefined : room.members.find((id) => id !== PERSON)}
              title={titleOf(room, members)}
              inside={inside}
              members={members}
              forOthers={group || !mine}
              replyTo={replyTo}
              onReplyDone={doneReplying}
              onSend={(letter) => {
                toBottom()
                void send(letter)
              }}
              handle={composer}
            />
          )}
        </div>
      </div>
      <Causes mail={causesOf} members={members} onClose={() => setCausesOf(null)} />
      <Announcer mails={unreadFrom === undefined ? NOTHING : mails} members={members} />
    </MailActionsProvider>
  )
}

/** What was sent here and has not come back with the mail of the room. */
function useOutgoing(place: string, mails: readonly Mail[]) {
  const all = useOutbox((outbox) => outbox.mails)
  const here = useMemo(() => {
    const known = new Set(mails.map((mail) => mail.id))
    return all.filter((one) => one.place === place && !(one.mailId && known.has(one.mailId)))
  }, [all, place, mails])
  useEffect(() => {
    const known = new Set(mails.map((mail) => mail.id))
    const { mails: sent, remove } = useOutbox.getState()
    for (const one of sent) if (one.mailId && known.has(one.mailId)) remove(one.key)
  }, [mails])
  return here
}

/** Leads to the latest mail, and says how many have come since the reader left the end. */
function ToLatest({ mails, atBottom, onGo }: { mails: readonly Mail[]; atBottom: boolean; onGo: () => void }) {
  const t = useTexts('swarm-rooms')
  const last = mails.at(-1)?.position ?? 0
  const [left, setLeft] = useState(last)
  if ((atBottom || left === 0) && left !== last) setLeft(last)
  const fresh = atBottom ? 0 : mails.filter((mail) => mail.position > left && mail.sender !== PERSON).length
  const look = cn(
    'absolute -top-10 left-1/2 z-10 -translate-x-1/2 rounded-full border floating',
    'shadow-float transition-opacity duration-120',
    atBottom && 'pointer-events-none invisible opacity-0',
  )
  if (fresh) {
    return (
      <button
        type="button"
        onClick={onGo}
        className={cn(look, 'flex h-8 items-center gap-1.5 px-3 text-sm font-medium text-accent')}
      >
        <Icon name="arrow-down" size={15} />
        {t('room.newMails', { count: fresh })}
      </button>
    )
  }
  return <IconButton icon="arrow-down" label={t('room.latest')} onClick={onGo} className={look} />
}

/** Why nobody answers here, where that is so. */
function Notice({ swarm, room }: { swarm: Swarm; room: Room }) {
  const t = useTexts('swarm-rooms')
  const acts = useRoomActs(swarm.id)
  const paused = room.status === 'paused'
  if (!paused && swarm.status === 'running') return null
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md bg-warning-soft/70 px-3 py-1.5 text-sm">
      <Icon name="pause" size={15} className="text-warning" />
      <span className="min-w-0 flex-1">
        {t(paused ? 'room.pausedNote' : swarm.status === 'stopped' ? 'room.swarmStopped' : 'room.swarmPaused')}
      </span>
      {paused && (
        <Button size="small" icon="play" onClick={() => void acts.resume(room)}>
          {t('room.resume')}
        </Button>
      )}
    </p>
  )
}

/** Tells screen readers that mail has come. */
function Announcer({ mails, members }: { mails: readonly Mail[]; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm-rooms')
  const last = mails.at(-1)
  const [begun, setBegun] = useState<number | null>(null)
  if (begun === null && last) setBegun(last.position)
  const told = last && begun !== null && last.position > begun && last.sender !== PERSON && !last.byPerson
  return (
    <div role="status" className="sr-only">
      {told ? t('room.announced', { name: memberOf(members, last.sender).name }) : ''}
    </div>
  )
}

function Loading() {
  return (
    <div className="flex flex-col gap-6 p-3">
      {[0, 1, 2].map((one) => (
        <div key={one} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-14" />
          </div>
        </div>
      ))}
    </div>
  )
}
