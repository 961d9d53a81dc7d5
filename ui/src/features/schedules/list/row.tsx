import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { Avatar } from '@/components/avatar'
import { Switch } from '@/components/field'
import { Icon } from '@/components/icon'
import { Ago } from '@/components/time'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { timezone } from '@/lib/day'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useTimesSentence } from '@/lib/times'
import { useWhy } from '@/lib/why'

import type { Schedule } from '../types'
import { useSwitch } from '../use-acts'
import { useDoes } from '../words'
import { ScheduleMenu } from './menu'

const LOOKS = {
  fired: ['check-circle', 'text-success'],
  skipped: ['skip-forward', 'text-muted'],
  missed: ['warning', 'text-warning'],
  failed: ['x-circle', 'text-danger'],
} as const

/** A schedule: its name, its times in words, when it comes next, how it went last, and its switch. */
export const Row = memo(function Row({ schedule }: { schedule: Schedule }) {
  const t = useTexts('schedules')
  const agents = useAgentsById()
  const sentence = useTimesSentence()
  const does = useDoes()
  const flip = useSwitch()
  return (
    <li
      className={cn(
        'relative flex min-w-0 items-start gap-3 border-b px-4 py-3 transition-colors',
        'duration-120 last:border-b-0 hover:bg-hover/60 sm:items-center',
      )}
    >
      <Avatar
        agent={agents.get(schedule.action.agentId ?? SUPERVISOR)}
        size={32}
        state={schedule.status === 'active' ? undefined : 'off'}
      />
      <div
        className={cn(
          'grid min-w-0 flex-1 gap-x-6 gap-y-0.5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
          'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,1.6fr)]',
        )}
      >
        <div className="min-w-0">
          <h2 className="text-base font-semibold break-words sm:truncate">
            <Link
              to="/schedules/$scheduleId"
              params={{ scheduleId: schedule.id }}
              className={cn(
                'after:absolute after:inset-0 focus-visible:outline-none',
                'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2',
                'focus-visible:after:outline-accent',
              )}
            >
              {schedule.name}
            </Link>
          </h2>
          <p className="text-base break-words text-ink/90">{sentence(schedule)}</p>
          <p className="text-sm break-words text-muted sm:truncate">
            {does(schedule.action)}
            {schedule.timezone !== timezone &&
              schedule.cron !== null &&
              ` · ${t('zoneOther', { zone: schedule.timezone })}`}
          </p>
        </div>
        <Next schedule={schedule} />
        <Last schedule={schedule} />
      </div>
      <span className="relative z-1 flex items-center gap-2">
        {schedule.status === 'ended' ? (
          <span className="text-sm text-muted">{t('status.ended')}</span>
        ) : (
          <Switch
            checked={schedule.status === 'active'}
            onChange={(on) => flip.mutate({ id: schedule.id, on })}
            label={t('onOff', { name: schedule.name })}
          />
        )}
        <ScheduleMenu schedule={schedule} />
      </span>
    </li>
  )
})

function Next({ schedule }: { schedule: Schedule }) {
  const why = useWhy()
  const t = useTexts('schedules')
  const format = useFormat()
  if (schedule.status === 'paused') {
    return (
      <div className="min-w-0 self-center text-sm text-muted">
        <p className="flex items-center gap-1.5">
          <Icon name="pause" size={15} />
          {t('status.paused')}
        </p>
        {schedule.reason && (
          <p className="line-clamp-2 break-words text-warning">{why(schedule.why, schedule.reason)}</p>
        )}
      </div>
    )
  }
  if (!schedule.nextAt) return <p className="self-center text-sm text-muted">{t('nextNone')}</p>
  return (
    <div className="min-w-0 self-center text-sm">
      <p>
        <Ago at={schedule.nextAt} className="font-medium" />
      </p>
      <p className="numbers text-muted">{format.dateTime(schedule.nextAt)}</p>
    </div>
  )
}

function Last({ schedule }: { schedule: Schedule }) {
  const t = useTexts('schedules')
  if (!schedule.lastAt || !schedule.lastStatus)
    return <p className="self-center text-sm text-muted max-lg:hidden">{t('never')}</p>
  const [icon, ink] = LOOKS[schedule.lastStatus]
  return (
    <div className="min-w-0 self-center text-sm text-muted sm:max-lg:col-start-2">
      <p className="flex items-center gap-1.5">
        <Icon name={icon} size={15} className={ink} />
        <span className="min-w-0 sm:truncate">
          {t(`lastStatus.${schedule.lastStatus}`)} <Ago at={schedule.lastAt} />
        </span>
      </p>
      {schedule.failuresInARow > 0 && (
        <p className="text-danger">{t('failures', { count: schedule.failuresInARow })}</p>
      )}
    </div>
  )
}
