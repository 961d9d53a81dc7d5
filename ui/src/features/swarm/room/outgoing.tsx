import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { useTexts } from '@/lib/text'

import { useOutbox, type Outgoing } from '../composer/outbox'
import { useSendAgain } from '../composer/send'
import { memberOf, PERSON, type Member } from '../model'

interface OutgoingRowProps {
  mail: Outgoing
  swarmId: string
  members: ReadonlyMap<string, Member>
  /** Puts the words back into the composer. */
  onEdit: (mail: Outgoing) => void
}

/** A mail that is on its way, or that could not be sent: it can be sent again, changed or thrown away. */
export function OutgoingRow({ mail, swarmId, members, onEdit }: OutgoingRowProps) {
  const t = useTexts('swarm-rooms')
  const again = useSendAgain(swarmId)
  const sender = memberOf(members, mail.as ?? PERSON)
  const failed = mail.state === 'failed'
  return (
    <article
      aria-label={t('outgoing.label')}
      className="mt-2.5 grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 px-2 pt-1 pb-0.5 sm:px-3"
    >
      <Avatar agent={sender} size={36} className="mt-0.5" />
      <div className="min-w-0">
        <div className="flex items-baseline gap-2">
          <span className="font-semibold">{sender.name}</span>
          {mail.as && <Chip className="self-center">{t('mail.forThem', { name: sender.name })}</Chip>}
        </div>
        <p
          className={
            failed ? 'text-md break-words whitespace-pre-wrap' : 'text-md break-words whitespace-pre-wrap opacity-60'
          }
        >
          {mail.content}
        </p>
        {failed ? (
          <div role="alert" className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <span className="flex min-w-0 flex-[1_1_12rem] items-start gap-1.5 text-danger">
              <Icon name="warning-circle" size={15} className="mt-0.5" />
              <span className="min-w-0 break-words">{t('outgoing.failed', { reason: mail.error })}</span>
            </span>
            <Button size="small" icon="arrow-clockwise" onClick={() => void again(mail)}>
              {t('outgoing.again')}
            </Button>
            <Button size="small" look="quiet" onClick={() => onEdit(mail)}>
              {t('outgoing.edit')}
            </Button>
            <Button size="small" look="quiet" onClick={() => useOutbox.getState().remove(mail.key)}>
              {t('outgoing.discard')}
            </Button>
          </div>
        ) : (
          <p className="mt-0.5 flex items-center gap-1 text-xs text-muted">
            <Icon name="clock" size={13} />
            {t('outgoing.sending')}
          </p>
        )}
      </div>
    </article>
  )
}
