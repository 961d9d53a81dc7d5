import { useState } from 'react'

import { Avatar } from '@/components/avatar'
import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Popover } from '@/components/popover'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { memberOf, type Member } from '../model'
import type { Delivery, Mail } from '../types'
import { useMailActions } from './actions'

const MARKS: Record<Delivery['status'], [InterfaceIcon, string]> = {
  unread: ['envelope-simple', 'text-muted'],
  claimed: ['eye', 'text-info'],
  read: ['check', 'text-success'],
  dead: ['warning-circle', 'text-danger'],
}

/** On demand: who has read a mail, what that took, and where it came from. */
export function AboutMail({
  mail,
  members,
  className,
}: {
  mail: Mail
  members: ReadonlyMap<string, Member>
  className?: string
}) {
  const t = useTexts('swarm-rooms')
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      label={t('about.label')}
      className="w-76"
      trigger={<IconButton icon="info" size="small" label={t('about.label')} className={className} />}
    >
      <Contents mail={mail} members={members} onClose={() => setOpen(false)} />
    </Popover>
  )
}

function Contents({
  mail,
  members,
  onClose,
}: {
  mail: Mail
  members: ReadonlyMap<string, Member>
  onClose: () => void
}) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const actions = useMailActions()
  const tokens = mail.usage.inputTokens + mail.usage.outputTokens
  const act = (then: () => void) => () => {
    onClose()
    then()
  }
  return (
    <div className="flex flex-col gap-3 p-1.5 text-sm">
      <p className="flex items-baseline justify-between gap-3 text-muted">
        <time dateTime={mail.sentAt}>{format.dateTime(mail.sentAt)}</time>
        <span className="numbers">{t('about.number', { n: format.number(mail.position) })}</span>
      </p>
      {mail.deliveries.length > 0 && (
        <ul aria-label={t('about.recipients')} className="flex max-h-52 flex-col gap-1.5 overflow-y-auto">
          {mail.deliveries.map((one) => {
            const [icon, tone] = MARKS[one.status]
            const member = memberOf(members, one.recipient)
            return (
              <li key={one.recipient} className="flex items-center gap-2">
                <Avatar agent={member} size={20} />
                <span className="min-w-0 flex-1 truncate">{member.name}</span>
                <span className={cn('flex shrink-0 items-center gap-1', tone)}>
                  {t(`about.status.${one.status}`)}
                  <Icon name={icon} size={15} />
                </span>
                {one.readAt && <Ago at={one.readAt} className="shrink-0 text-xs text-muted" />}
              </li>
            )
          })}
        </ul>
      )}
      <dl className="numbers grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t pt-2.5">
        <dt className="text-muted">{t('about.tokens')}</dt>
        <dd
          className="text-right"
          title={t('about.split', {
            input: format.number(mail.usage.inputTokens),
            output: format.number(mail.usage.outputTokens),
          })}
        >
          {tokens ? format.number(tokens) : t('about.nothing')}
        </dd>
        <dt className="text-muted">{t('about.cost')}</dt>
        <dd className="text-right">{mail.usage.cost ? format.money(mail.usage.cost) : t('about.nothing')}</dd>
      </dl>
      <div className="flex flex-wrap gap-1.5">
        <Button size="small" icon="path" onClick={act(() => actions.causes(mail))}>
          {t('about.causes')}
        </Button>
        {mail.executionId && (
          <Button size="small" icon="brain" onClick={act(() => actions.mind(mail.sender, mail.executionId))}>
            {t('about.turn')}
          </Button>
        )}
      </div>
    </div>
  )
}
