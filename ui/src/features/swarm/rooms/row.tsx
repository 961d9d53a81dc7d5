import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useSwarmLive } from '@/live/swarm'

import { dayName } from '../room/sequence'
import type { Member } from '../model'
import type { Room } from '../types'
import { RoomDisc } from './discs'
import { inOneLine, titleOf } from './order'

const MOST = 99
const AT_WORK = new Set(['thinking', 'calling'])

interface RoomRowProps {
  room: Room
  members: ReadonlyMap<string, Member>
  selected: boolean
}

/** One room in the list: who is there, what was said last, what the person has not read. */
export const RoomRow = memo(function RoomRow({ room, members, selected }: RoomRowProps) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const typing = useSwarmLive((live) =>
    Object.values(live.doing).some((one) => one.room === room.id && AT_WORK.has(one.activity)),
  )
  const title = titleOf(room, members)
  const at = room.lastMailAt
  return (
    <li className="[contain-intrinsic-size:auto_56px] [content-visibility:auto]">
      <Link
        from="/swarm/$swarmId"
        to="."
        search={(now) => ({ ...now, room: room.id, mail: undefined, view: undefined })}
        aria-current={selected ? 'page' : undefined}
        className={cn(
          'flex min-h-14 items-center gap-2.5 rounded-md px-2 py-1.5 transition-colors',
          'duration-120 hover:bg-hover focus-visible:-outline-offset-2',
          'aria-[current=page]:bg-pressed/60',
        )}
      >
        <span className="relative inline-flex">
          <RoomDisc room={room} members={members} />
          {typing && <Dots className="absolute -right-1 -bottom-0.5" label={t('rail.typing')} />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={cn('min-w-0 flex-1 truncate', room.unread ? 'font-semibold' : 'font-medium')}>
              {title}
            </span>
            {room.status === 'paused' && (
              <Icon name="pause" size={13} label={t('rail.paused')} className="self-center text-warning" />
            )}
            {at && (
              <time dateTime={at} title={format.dateTime(at)} className="numbers shrink-0 text-xs text-muted">
                {dayName(at) === 'today' ? format.minute(at) : format.date(at)}
              </time>
            )}
          </span>
          <span className="flex items-center gap-2">
            <span className={cn('min-w-0 flex-1 truncate text-sm', room.unread ? 'text-ink' : 'text-muted')}>
              {inOneLine(room.lastMail) || t('rail.nothing')}
            </span>
            <Unread room={room} />
          </span>
        </span>
      </Link>
    </li>
  )
})

function Unread({ room }: { room: Room }) {
  const t = useTexts('swarm-rooms')
  if (!room.unread) return null
  return (
    <span className="flex shrink-0 items-center gap-1">
      {room.mentions > 0 && (
        <span className="grid size-4.5 place-items-center rounded-full bg-warning-soft text-warning">
          <Icon name="at" size={12} label={t('rail.mentions', { count: room.mentions })} />
        </span>
      )}
      <span
        className={cn(
          'numbers grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1',
          'text-[11px] leading-none font-semibold text-on-accent',
        )}
      >
        <span aria-hidden>{room.unread > MOST ? `${MOST}+` : room.unread}</span>
        <span className="sr-only">{t('rail.unread', { count: room.unread })}</span>
      </span>
    </span>
  )
}

/** Somebody is writing. */
export function Dots({ className, label }: { className?: string; label?: string }) {
  return (
    <span
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={cn('inline-flex h-3.5 items-center gap-0.5 rounded-full border bg-surface px-1', className)}
    >
      {[0, 1, 2].map((one) => (
        <span
          key={one}
          className="size-1 animate-pulse-soft rounded-full bg-accent"
          style={{ animationDelay: `${one * 200}ms` }}
        />
      ))}
    </span>
  )
}
