import { Avatar } from '@/components/avatar'
import { useTexts } from '@/lib/text'
import { useAddress } from '../address'
import { RoomComposer } from '../composer'
import { useOutbox } from '../composer/outbox'
import { useSend } from '../composer/send'
import { memberOf, PERSON, type Member } from '../model'
import { OutgoingRow } from './outgoing'

/** The direct room with a resident before anything was written in it. */
export function FirstMail({ resident, members }: { resident: Member; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm-rooms')
  const { swarmId, toFirst } = useAddress()
  const send = useSend(swarmId)
  const mails = useOutbox((outbox) => outbox.mails)
  const waiting = mails.filter((mail) => mail.place === resident.id && mail.state !== 'sent')
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex min-h-13 shrink-0 items-center gap-2.5 border-b px-4 py-1.5">
        <Avatar agent={resident} size={32} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-base font-semibold">{resident.name}</h2>
          <p className="truncate text-sm text-muted">{resident.role}</p>
        </div>
      </header>
      <div className="mx-auto flex min-h-0 w-full max-w-[920px] flex-1 flex-col overflow-y-auto">
        <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
          <Avatar agent={resident} size={64} />
          <p className="max-w-96 text-muted">{t('room.firstMail', { name: resident.name })}</p>
        </div>
        {waiting.map((mail) => (
          <OutgoingRow
            key={mail.key}
            mail={mail}
            swarmId={swarmId}
            members={members}
            onEdit={() => useOutbox.getState().remove(mail.key)}
          />
        ))}
      </div>
      <div className="mx-auto w-full max-w-[920px] shrink-0 px-3 pt-2 pb-3 sm:px-4 sm:pb-4">
        <RoomComposer
          place={resident.id}
          title={resident.name}
          inside={[memberOf(members, PERSON), resident]}
          members={members}
          forOthers={false}
          replyTo={null}
          onReplyDone={() => undefined}
          onSend={(letter) =>
            void send({ ...letter, first: true }).then((mail) => mail && toFirst(resident.id, mail.roomId))
          }
        />
      </div>
    </div>
  )
}
