import { useNavigate } from '@tanstack/react-router'

import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { Ago } from '@/components/time'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useTimesSentence } from '@/lib/times'

import { useActs, type Reminder } from './data'

/** A reminder: what, when, how it repeats, and what can be done with it. */
export function Row({ reminder }: { reminder: Reminder }) {
  const t = useTexts('reminders')
  const { complete } = useActs()
  const { status, text } = reminder
  return (
    <li className="flex min-w-0 items-start gap-3 border-b px-4 py-3 last:border-b-0">
      <Icon
        name={status === 'done' ? 'check-circle' : 'bell'}
        className={status === 'delivered' ? 'mt-0.5 text-warning' : 'mt-0.5 text-muted'}
      />
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium break-words">{text}</p>
        <When reminder={reminder} />
      </div>
      <span className="flex items-center gap-1">
        {status !== 'done' && (
          <Button
            size="small"
            look={status === 'delivered' ? 'primary' : 'plain'}
            icon="check"
            aria-label={t('doneNamed', { text })}
            onClick={() => void complete(reminder)}
          >
            {t('done')}
          </Button>
        )}
        <ReminderMenu reminder={reminder} />
      </span>
    </li>
  )
}

function When({ reminder }: { reminder: Reminder }) {
  const t = useTexts('reminders')
  const format = useFormat()
  const sentence = useTimesSentence()
  const { status, meantFor, dueAt, deliveredAt, words, cron, doneAt } = reminder
  const given = status === 'delivered' && meantFor && deliveredAt
  const late = given && Date.parse(deliveredAt) - Date.parse(meantFor) > 120_000
  const at = status === 'done' ? doneAt : given ? null : dueAt
  return (
    <div className="flex flex-wrap gap-x-3 text-sm text-muted">
      {given && (
        <span className={late ? 'text-warning' : undefined}>
          {t(late ? 'late' : 'wasFor', { when: format.dateTime(meantFor) })}
        </span>
      )}
      {at && (
        <>
          <span className="numbers">{format.dateTime(at)}</span>
          <Ago at={at} />
        </>
      )}
      {words && <span>{sentence({ words, cron })}</span>}
    </div>
  )
}

function ReminderMenu({ reminder }: { reminder: Reminder }) {
  const t = useTexts('reminders')
  const navigate = useNavigate()
  const { move, remove } = useActs()
  const { conversationId, status, text } = reminder
  return (
    <Menu trigger={<IconButton icon="dots-three" size="small" label={t('menu', { text })} />}>
      {status !== 'done' && (
        <>
          <MenuItem icon="clock-countdown" onSelect={() => void move(reminder, 'in an hour')}>
            {t('inAnHour')}
          </MenuItem>
          <MenuItem icon="calendar-check" onSelect={() => void move(reminder, 'tomorrow at 9')}>
            {t('tomorrow')}
          </MenuItem>
        </>
      )}
      {conversationId && (
        <MenuItem
          icon="chat-circle-dots"
          onSelect={() => void navigate({ to: '/chat/$conversationId', params: { conversationId } })}
        >
          {t('conversation')}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon="trash" danger onSelect={() => void remove(reminder)}>
        {t('delete')}
      </MenuItem>
    </Menu>
  )
}
