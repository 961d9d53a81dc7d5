import { Link } from '@tanstack/react-router'

import { Button } from '@/components/button'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { keepSearch } from '../address'
import { useColumn, useTaskStats } from '../data'
import type { Filters } from '../filters'
import { STATUS_LOOK } from '../marks'
import { TaskMenu } from '../menu'
import { useRemoving } from '../removing'
import { ASIDE } from '../types'
import type { CardActs } from './card'

/** What is paused or cancelled: folded away, with counts. */
export function Aside({ filters, acts }: { filters: Filters; acts: CardActs }) {
  const t = useTexts('tasks')
  const format = useFormat()
  const stats = useTaskStats().data
  const there = ASIDE.filter((status) => (stats?.byStatus[status] ?? 0) > 0)
  if (!there.length) return null
  return (
    <section aria-label={t('column.aside')} className="flex flex-col gap-1">
      {there.map((status) => (
        <Disclosure
          key={status}
          mark={<Icon name={STATUS_LOOK[status][0]} size={15} />}
          label={t(`status.${status}`)}
          end={format.number(stats?.byStatus[status] ?? 0)}
        >
          {() => <Resting status={status} filters={filters} acts={acts} />}
        </Disclosure>
      ))}
    </section>
  )
}

function Resting({ status, filters, acts }: { status: (typeof ASIDE)[number]; filters: Filters; acts: CardActs }) {
  const t = useTexts('tasks')
  const query = useColumn(status, filters)
  const removing = useRemoving((state) => state.ids)
  const tasks = (query.data?.pages ?? []).flatMap((page) => page.tasks).filter((task) => !removing.has(task.id))
  const left = (query.data?.pages[0]?.total ?? 0) - tasks.length
  return (
    <>
      <ul className="flex flex-col">
        {tasks.map((task) => (
          <li key={task.id} className="flex min-h-9 items-center gap-2">
            <Link
              to="/tasks/$taskId"
              params={{ taskId: task.id }}
              search={keepSearch}
              className="min-w-0 flex-1 truncate rounded-sm hover:underline"
            >
              <span className="numbers text-muted">#{task.number}</span> {task.title}
            </Link>
            <TaskMenu task={task} onMove={(to) => acts.onMove(task, to)} />
          </li>
        ))}
        {query.isSuccess && !tasks.length && <li className="py-1.5 text-sm text-muted">{t('none.body')}</li>}
      </ul>
      {query.hasNextPage && left > 0 && (
        <Button
          size="small"
          look="quiet"
          icon="caret-down"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('more', { count: left })}
        </Button>
      )}
    </>
  )
}
