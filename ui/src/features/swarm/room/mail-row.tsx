import { memo } from 'react'

import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { CopyButton } from '@/components/copy-button'
import { Icon } from '@/components/icon'
import { Tooltip } from '@/components/tooltip'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { memberOf, PERSON, type Member } from '../model'
import type { Mail } from '../types'
import { AboutMail } from './about'
import { useMailActions } from './actions'
import { Body } from './body'
import { troubleOf } from './delivery'
import { Quote } from './quote'
import { Reached } from './reached'
import { DeadLetter } from './redeliver'

interface MailRowProps {
  mail: Mail
  /** Whether the sender is named above it. */
  first: boolean
  quoted: Mail | undefined
  members: ReadonlyMap<string, Member>
  /** The address points at it. */
  marked: boolean
}

/** One mail in its room. */
export const MailRow = memo(function MailRow({ mail, first, quoted, members, marked }: MailRowProps) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const why = useWhy()
  const actions = useMailActions()
  const sender = memberOf(members, mail.sender)
  const own = mail.sender === PERSON || mail.byPerson
  const trouble = troubleOf(mail)
  const dead = mail.deliveries.filter((one) => one.status === 'dead')
  const time = format.minute(mail.sentAt)
  return (
    <article
      id={`mail-${mail.id}`}
      data-position={mail.position}
      aria-label={t('mail.label', { name: sender.name, time })}
      className={cn(
        'group/mail relative grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 rounded-md px-2',
        'transition-colors duration-160 [contain-intrinsic-size:auto_72px]',
        '[content-visibility:auto] hover:bg-hover/50 sm:px-3',
        first ? 'mt-2.5 pt-1 pb-0.5' : 'min-h-8 py-0.5',
        marked && 'bg-accent-soft! ring-1 ring-accent/40',
      )}
    >
      <div className="pt-0.5 text-right">
        {first ? (
          <Avatar agent={sender} size={36} />
        ) : (
          <time
            dateTime={mail.sentAt}
            className={cn(
              'numbers text-[11px] leading-5 text-faint opacity-0',
              'group-focus-within/mail:opacity-100 group-hover/mail:opacity-100',
            )}
          >
            {time}
          </time>
        )}
      </div>
      <div className="min-w-0">
        {first && (
          <div className="flex flex-wrap items-baseline gap-x-2">
            {sender.isPerson ? (
              <span className="font-semibold">{sender.name}</span>
            ) : (
              <button
                type="button"
                onClick={() => actions.mind(mail.sender, null)}
                className="rounded-sm font-semibold hover:underline"
              >
                {sender.name}
              </button>
            )}
            {mail.byPerson && mail.sender !== PERSON && (
              <Chip className="self-center">{t('mail.forThem', { name: sender.name })}</Chip>
            )}
            {sender.role && <span className="min-w-0 truncate text-sm text-muted">{sender.role}</span>}
            <time dateTime={mail.sentAt} title={format.dateTime(mail.sentAt)} className="numbers text-xs text-muted">
              {time}
            </time>
          </div>
        )}
        {mail.replyTo && <Quote swarmId={mail.swarmId} mailId={mail.replyTo} known={quoted} members={members} />}
        <Body text={mail.content} own={own} />
        <Marks mail={mail} own={own} members={members} />
        {trouble && (
          <p className="mt-1 flex items-start gap-1.5 text-sm text-warning">
            <Icon name="warning" size={15} className="mt-0.5" />
            <span className="min-w-0 break-words">
              {t('mail.trouble', {
                name: memberOf(members, trouble.recipient).name,
                reason: why(trouble.why, trouble.error),
              })}
            </span>
          </p>
        )}
        {dead.map((one) => (
          <DeadLetter key={one.recipient} mail={mail} delivery={one} members={members} />
        ))}
      </div>
      <div
        className={cn(
          'absolute top-0 right-2 flex rounded-md border bg-surface opacity-0',
          'transition-opacity duration-120 group-focus-within/mail:opacity-100',
          'group-hover/mail:opacity-100 has-data-[state=open]:opacity-100',
          'pointer-coarse:static pointer-coarse:col-start-2 pointer-coarse:-ml-1.5',
          'pointer-coarse:border-0 pointer-coarse:bg-transparent pointer-coarse:opacity-100',
        )}
      >
        {actions.reply && (
          <IconButton
            icon="arrow-bend-up-left"
            size="small"
            label={t('mail.reply')}
            onClick={() => actions.reply?.(mail)}
          />
        )}
        <CopyButton text={mail.content} label={t('mail.copy')} />
        <AboutMail mail={mail} members={members} />
      </div>
    </article>
  )
})

/** What is to be known of a mail beside its words. */
function Marks({ mail, own, members }: { mail: Mail; own: boolean; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm-rooms')
  const forYou = mail.mentions.includes(PERSON) && mail.replyTo === null
  if (!own && !mail.expectsReply && !mail.tainted && !forYou) return null
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted">
      {forYou && (
        <span className="flex items-center gap-1 text-warning">
          <Icon name="at" size={13} />
          {t('mail.mentionsYou')}
        </span>
      )}
      {mail.expectsReply && (
        <span className="flex items-center gap-1">
          <Icon name="question" size={14} />
          {t('mail.expects')}
        </span>
      )}
      {mail.tainted && (
        <Tooltip text={t('mail.taintedAbout')}>
          <button type="button" className="flex min-h-6 cursor-help items-center gap-1 rounded-sm text-warning">
            <Icon name="globe" size={13} />
            {t('mail.tainted')}
          </button>
        </Tooltip>
      )}
      {own && <Reached mail={mail} members={members} />}
    </div>
  )
}
