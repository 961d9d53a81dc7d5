import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { Avatar } from '@/components/avatar'
import { Chip } from '@/components/chip'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { memberOf, PERSON, type Member } from '../model'
import { DeadLetter } from '../room/redeliver'
import { titleOf } from '../rooms/order'
import type { Mail, Room } from '../types'
import { snippetOf } from './snippet'

const NAMED = 3

interface FoundMailProps {
  mail: Mail
  room: Room | undefined
  members: ReadonlyMap<string, Member>
  search: string
}

/** A mail that was found: who wrote it to whom, what stands around the words, and the way to it. */
export const FoundMail = memo(function FoundMail({ mail, room, members, search }: FoundMailProps) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const sender = memberOf(members, mail.sender)
  const snippet = snippetOf(mail.content, search)
  const names = mail.deliveries.map((one) => memberOf(members, one.recipient).name)
  const more = names.length - NAMED
  const whom =
    room?.kind === 'group'
      ? titleOf(room, members)
      : more > 0
        ? t('search.more', { names: names.slice(0, NAMED).join(', '), n: format.number(more) })
        : format.list(names)
  return (
    <li className="[contain-intrinsic-size:auto_80px] [content-visibility:auto]">
      <Link
        from="/swarm/$swarmId"
        to="."
        search={(now) => ({ ...now, room: mail.roomId, mail: mail.id, view: undefined })}
        className={cn(
          'flex gap-3 rounded-md px-3 py-2.5 transition-colors duration-120 hover:bg-hover',
          'focus-visible:-outline-offset-2',
        )}
      >
        <Avatar agent={sender} size={32} className="mt-0.5" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold">{sender.name}</span>
            {mail.byPerson && mail.sender !== PERSON && (
              <Chip className="self-center">{t('mail.forThem', { name: sender.name })}</Chip>
            )}
            {whom && <span className="min-w-0 truncate text-sm text-muted">{t('search.to', { names: whom })}</span>}
            <Ago at={mail.sentAt} className="ml-auto shrink-0 text-xs text-muted" />
          </span>
          <span className="line-clamp-2 text-muted [overflow-wrap:anywhere]">
            {snippet.before}
            {snippet.match && <mark className="rounded-sm bg-warning-soft text-ink">{snippet.match}</mark>}
            {snippet.after}
          </span>
        </span>
      </Link>
      <div className="ml-14 mr-3">
        {mail.deliveries
          .filter((one) => one.status === 'dead')
          .map((one) => (
            <DeadLetter key={one.recipient} mail={mail} delivery={one} members={members} />
          ))}
      </div>
    </li>
  )
})
