import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { Button } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { Switch } from '@/components/field'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { Markdown } from '@/components/markdown'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useTimesSentence } from '@/lib/times'
import { useWhy } from '@/lib/why'

import { useSchedule } from '../data'
import { Editor } from '../editor'
import { ScheduleMenu } from '../list/menu'
import type { Schedule } from '../types'
import { useRunNow, useSwitch } from '../use-acts'
import { useDoes } from '../words'
import { History } from './history'
import { Times } from './times'

/** One schedule in full, over the page: its times, what it does, what it did; or its form. */
export function ScheduleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('schedules')
  const navigate = useNavigate()
  const { edit } = useSearch({ strict: false })
  const schedule = useSchedule(id)
  const known = schedule.data
  const setEditing = (on: boolean) =>
    void navigate({
      to: '/schedules/$scheduleId',
      params: { scheduleId: id },
      search: { edit: on || undefined },
      replace: true,
    })
  return (
    <Drawer
      open
      wide
      onClose={onClose}
      title={known?.name ?? t('title')}
      actions={known && <ScheduleMenu schedule={known} onRemoved={onClose} />}
    >
      {schedule.isPending ? (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-48" />
          <Skeleton className="h-48" />
        </div>
      ) : !known ? (
        <Failure
          error={schedule.error}
          onRetry={() => void schedule.refetch()}
          action={<Button onClick={onClose}>{t('back')}</Button>}
        />
      ) : edit ? (
        <Editor schedule={known} onSaved={() => setEditing(false)} onCancel={() => setEditing(false)} />
      ) : (
        <Whole schedule={known} onEdit={() => setEditing(true)} />
      )}
    </Drawer>
  )
}

function Whole({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const why = useWhy()
  const t = useTexts('schedules')
  const format = useFormat()
  const sentence = useTimesSentence()
  const run = useRunNow()
  const flip = useSwitch()
  return (
    <div className="flex flex-col gap-6 pb-6">
      <div className="flex flex-wrap items-center gap-2">
        {schedule.status !== 'ended' && (
          <span className="flex items-center gap-2 pr-2">
            <Switch
              checked={schedule.status === 'active'}
              onChange={(on) => flip.mutate({ id: schedule.id, on })}
              label={t('onOff', { name: schedule.name })}
            />
            <span className="text-base text-muted">{t(`status.${schedule.status}`)}</span>
          </span>
        )}
        <Button icon="play" busy={run.isPending} onClick={() => run.mutate(schedule)}>
          {t('runNow')}
        </Button>
        <Button look="quiet" icon="pencil-simple" onClick={onEdit}>
          {t('edit')}
        </Button>
      </div>
      {schedule.reason && (
        <p className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-base text-warning">
          <Icon name="warning" size={17} className="mt-0.5" />
          <span className="min-w-0 break-words">{why(schedule.why, schedule.reason)}</span>
        </p>
      )}
      <Part title={t('detail.when')}>
        <p className="text-md font-medium">{sentence(schedule)}</p>
        <p className="text-sm text-muted">
          {[
            t('zoneOther', { zone: schedule.timezone }),
            ...(schedule.startsAt ? [t('detail.starts', { when: format.dateTime(schedule.startsAt) })] : []),
            ...(schedule.endsAt ? [t('detail.ends', { when: format.dateTime(schedule.endsAt) })] : []),
          ].join(' · ')}
        </p>
        <Times schedule={schedule} />
      </Part>
      <Part title={t('detail.what')}>
        <What schedule={schedule} />
      </Part>
      <Part title={t('form.policies')}>
        <dl className="grid gap-x-6 gap-y-2 text-base sm:grid-cols-2">
          <Policy
            name={t('detail.missed')}
            value={t(`form.missedKinds.${schedule.missed}`)}
            about={t(`form.missedHint.${schedule.missed}`)}
          />
          <Policy
            name={t('detail.overlap')}
            value={t(`form.overlapKinds.${schedule.overlap}`)}
            about={t(`form.overlapHint.${schedule.overlap}`)}
          />
        </dl>
      </Part>
      <Part title={t('detail.history')}>
        <History schedule={schedule} />
      </Part>
    </div>
  )
}

function What({ schedule: { action } }: { schedule: Schedule }) {
  const t = useTexts('schedules')
  const does = useDoes()
  const supervisor = useAgentsById().get(SUPERVISOR)?.name ?? SUPERVISOR
  return (
    <>
      <p className="text-base">
        {does(action)}
        {action.supervised && action.agentId && (
          <span className="text-muted"> · {t('form.supervised', { supervisor })}</span>
        )}
      </p>
      {action.type === 'message' ? (
        <blockquote className="rounded-md bg-sunken px-3 py-2 text-base break-words whitespace-pre-wrap">
          {action.message}
        </blockquote>
      ) : (
        <div className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2">
          <p className="text-base font-medium break-words">{action.title}</p>
          {action.description && <Markdown text={action.description} className="text-muted" />}
        </div>
      )}
    </>
  )
}

function Policy({ name, value, about }: { name: string; value: string; about: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        {value}
        <span className="block text-sm text-muted">{about}</span>
      </dd>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}
