import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'

import { Button } from '@/components/button'
import { Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useTexts } from '@/lib/text'

import { useSchedules } from './data'
import { ScheduleDrawer } from './detail'
import { NewSchedule } from './editor'
import { Row } from './list/row'
import { useRemoving } from './removing'

const FILTERS = ['all', 'active', 'paused', 'ended'] as const
type Filter = (typeof FILTERS)[number]
const NEW = 'new'

/** What is done by itself: when, by whom, how it went; and the one that is open in front of it. */
export default function SchedulesPage() {
  const t = useTexts('schedules')
  const navigate = useNavigate()
  const { scheduleId } = useParams({ strict: false })
  const [filter, setFilter] = useState<Filter>('all')
  const schedules = useSchedules(filter === 'all' ? undefined : filter)
  const removing = useRemoving((state) => state.ids)
  const rows = (schedules.data?.pages ?? []).flatMap((page) => page.schedules).filter((one) => !removing.has(one.id))
  const begin = () => void navigate({ to: '/schedules/$scheduleId', params: { scheduleId: NEW } })
  const close = () => void navigate({ to: '/schedules' })
  return (
    <Page
      module="schedules"
      title={t('title')}
      about={t('about')}
      actions={
        <Button look="primary" icon="plus" onClick={begin}>
          {t('create')}
        </Button>
      }
    >
      {schedules.isPending ? (
        <div className="flex flex-col gap-2">
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="h-20 rounded-lg" />
          ))}
        </div>
      ) : schedules.error && !schedules.data ? (
        <Failure error={schedules.error} onRetry={() => void schedules.refetch()} />
      ) : !rows.length && filter === 'all' ? (
        <Empty
          icon="calendar-check"
          title={t('empty.title')}
          className="pt-16"
          action={
            <Button look="primary" icon="plus" onClick={begin}>
              {t('empty.action')}
            </Button>
          }
        >
          {t('empty.body')}
        </Empty>
      ) : (
        <div className="flex flex-col gap-3">
          <div className="-mx-1 overflow-x-auto px-1">
            <Choice
              value={filter}
              onChange={setFilter}
              label={t('filter.label')}
              options={FILTERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
              size="small"
            />
          </div>
          {rows.length ? (
            <ul
              aria-busy={schedules.isPlaceholderData || undefined}
              className="flex flex-col overflow-hidden rounded-lg border bg-surface"
            >
              {rows.map((schedule) => (
                <Row key={schedule.id} schedule={schedule} />
              ))}
            </ul>
          ) : (
            <p className="py-6 text-base text-muted">{t('none')}</p>
          )}
          {schedules.hasNextPage && (
            <Button
              size="small"
              look="quiet"
              icon="caret-down"
              className="self-center"
              busy={schedules.isFetchingNextPage}
              onClick={() => void schedules.fetchNextPage()}
            >
              {t('more')}
            </Button>
          )}
        </div>
      )}
      {scheduleId === NEW && <NewSchedule onClose={close} />}
      {scheduleId && scheduleId !== NEW && <ScheduleDrawer key={scheduleId} id={scheduleId} onClose={close} />}
    </Page>
  )
}
