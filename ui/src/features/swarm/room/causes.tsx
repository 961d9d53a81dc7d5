import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Dialog } from '@/components/dialog'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useAddress } from '../address'
import { memberOf, type Member } from '../model'
import { titleOf } from '../rooms/order'
import { useRoomsById } from '../rooms/use-rooms'
import type { Mail } from '../types'

interface CausesProps {
  mail: Mail | null
  members: ReadonlyMap<string, Member>
  onClose: () => void
}

/** What led to a mail: the chain of mails of which each made its reader write the next. */
export function Causes({ mail, members, onClose }: CausesProps) {
  const t = useTexts('swarm-rooms')
  return (
    <Dialog open={mail !== null} onClose={onClose} title={t('causes.title')} description={t('causes.about')} wide>
      {mail && <Chain mail={mail} members={members} onClose={onClose} />}
    </Dialog>
  )
}

function Chain({ mail, members, onClose }: { mail: Mail } & Omit<CausesProps, 'mail'>) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const { swarmId, go } = useAddress()
  const rooms = useRoomsById(swarmId)
  const chain = useQuery({
    queryKey: [...keys.mail(mail.id), 'chain'],
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/swarms/{id}/mail/{mailId}/chain', { params: { path: { id: swarmId, mailId: mail.id } }, signal }),
      ),
  })
  if (chain.error) return <Failure error={chain.error} onRetry={() => void chain.refetch()} className="py-6" />
  if (!chain.data) return <Skeleton className="h-40" />
  return (
    <ol className="flex flex-col">
      {chain.data.mails.map((one, index) => {
        const sender = memberOf(members, one.sender)
        const room = rooms.get(one.roomId)
        const last = index === chain.data.mails.length - 1
        return (
          <li key={one.id} className="relative flex gap-3 pb-3">
            {!last && <span aria-hidden className="absolute top-8 bottom-0 left-[13px] w-0.5 rounded-full bg-line" />}
            <Avatar agent={sender} size={28} />
            <button
              type="button"
              aria-current={one.id === mail.id ? 'true' : undefined}
              onClick={() => {
                onClose()
                go({ room: one.roomId, mail: one.id, view: undefined })
              }}
              className={cn(
                '-my-1 min-w-0 flex-1 rounded-md px-2 py-1 text-left transition-colors',
                'duration-120 hover:bg-hover aria-[current=true]:bg-accent-soft/60',
              )}
            >
              <span className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-semibold">{sender.name}</span>
                {room && (
                  <span className="flex min-w-0 items-center gap-1 truncate text-sm text-muted">
                    <Icon name="arrow-right" size={12} />
                    {titleOf(room, members)}
                  </span>
                )}
                <time dateTime={one.sentAt} title={format.dateTime(one.sentAt)} className="numbers text-xs text-muted">
                  {format.minute(one.sentAt)}
                </time>
              </span>
              <span className="line-clamp-3 break-words whitespace-pre-wrap text-muted">{one.content}</span>
            </button>
          </li>
        )
      })}
      {chain.data.mails.length < 2 && <li className="text-sm text-muted">{t('causes.first')}</li>}
    </ol>
  )
}
