import { useState } from 'react'

import { Button } from '@/components/button'
import { Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { useReminders, type Reminder } from './data'
import { NewReminder } from './form'
import { Row } from './row'

/** What the person wants to be told: what waits for them, what is to come, what is done. */
export default function RemindersPage() {
  const t = useTexts('reminders')
  const [done, setDone] = useState(false)
  const reminders = useReminders(done)
  const of = (status: Reminder['status']) => (reminders.data ?? []).filter((one) => one.status === status)
  return (
    <Page module="reminders" title={t('title')} about={t('about')}>
      <div className="flex flex-col gap-6">
        <NewReminder />
        {reminders.isPending ? (
          <Skeleton className="h-20 rounded-lg" />
        ) : reminders.error && !reminders.data ? (
          <Failure error={reminders.error} onRetry={() => void reminders.refetch()} />
        ) : !reminders.data?.length && !done ? (
          <Empty icon="bell" title={t('empty.title')} className="pt-8">
            {t('empty.body')}
          </Empty>
        ) : (
          <>
            <List title={t('waiting')} reminders={of('delivered')} />
            <List title={t('coming')} reminders={of('waiting')} />
            {done && <List title={t('isDone')} reminders={of('done')} />}
          </>
        )}
        <Button size="small" look="quiet" className="self-start" onClick={() => setDone(!done)}>
          {t(done ? 'hideDone' : 'showDone')}
        </Button>
      </div>
    </Page>
  )
}

function List({ title, reminders }: { title: string; reminders: readonly Reminder[] }) {
  if (!reminders.length) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-sm font-semibold text-muted">{title}</h2>
      <ul className="flex flex-col overflow-hidden rounded-lg border bg-surface">
        {reminders.map((reminder) => (
          <Row key={reminder.id} reminder={reminder} />
        ))}
      </ul>
    </section>
  )
}
