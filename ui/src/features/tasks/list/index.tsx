import { Button } from '@/components/button'
import { Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useTaskList, type Sort } from '../data'
import { filterCount, NO_FILTERS } from '../filters'
import { useRemoving } from '../removing'
import { Row } from './row'

const SORTS = ['updated', 'due', 'priority'] as const satisfies readonly Sort[]

/** Tasks in a table, in an order of one's choice. */
export function TaskTable() {
  const t = useTexts('tasks')
  const { filters, q, sort = 'updated', go } = useAddress()
  const list = useTaskList(sort, filters)
  const removing = useRemoving((state) => state.ids)
  const tasks = (list.data?.pages ?? []).flatMap((page) => page.tasks).filter((task) => !removing.has(task.id))
  const left = (list.data?.pages[0]?.total ?? 0) - tasks.length
  if (list.isPending) return <Skeleton className="h-96 rounded-lg" />
  if (list.error && !list.data) return <Failure error={list.error} onRetry={() => void list.refetch()} />
  if (!tasks.length) {
    const narrowed = filterCount(filters) > 0 || q !== undefined
    return (
      <Empty
        icon="magnifying-glass"
        title={t('none.title')}
        action={narrowed && <Button onClick={() => go(NO_FILTERS)}>{t('clear')}</Button>}
      >
        {t('none.body')}
      </Empty>
    )
  }
  const head = (by: Sort, label: string, className = '') => (
    <th
      scope="col"
      aria-sort={sort === by ? (by === 'due' ? 'ascending' : 'descending') : undefined}
      className={className}
    >
      <button
        type="button"
        onClick={() => go({ sort: by === 'updated' ? undefined : by })}
        className={cn(
          '-mx-1.5 inline-flex h-7 items-center gap-1 rounded-sm px-1.5 font-medium',
          'hover:bg-hover hover:text-ink',
        )}
      >
        {label}
        {sort === by && <Icon name={by === 'due' ? 'arrow-up' : 'arrow-down'} size={13} />}
      </button>
    </th>
  )
  return (
    <div className="flex flex-col gap-2">
      <Select
        aria-label={t('list.sort')}
        value={sort}
        onChange={(event) => go({ sort: event.target.value === 'updated' ? undefined : (event.target.value as Sort) })}
        className="sm:hidden"
      >
        {SORTS.map((one) => (
          <option key={one} value={one}>
            {t(`list.sorts.${one}`)}
          </option>
        ))}
      </Select>
      <div className="overflow-hidden rounded-lg border bg-surface">
        <table className="w-full table-fixed border-collapse text-left" aria-busy={list.isPlaceholderData || undefined}>
          <caption className="sr-only">{t('list.label')}</caption>
          <thead className="border-b bg-sunken text-sm text-muted max-sm:sr-only">
            <tr className="h-10 *:px-3">
              <th scope="col" className="font-medium">
                {t('list.task')}
              </th>
              <th scope="col" className="w-34 font-medium">
                {t('list.status')}
              </th>
              <th scope="col" className="w-40 font-medium max-lg:hidden">
                {t('list.agent')}
              </th>
              {head('priority', t('list.priority'), 'w-28')}
              {head('due', t('list.due'), 'w-46')}
              {head('updated', t('list.updated'), 'w-32 max-lg:hidden')}
              <th scope="col" className="w-12">
                <span className="sr-only">{t('card.menu', { number: '' })}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <Row key={task.id} task={task} />
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && left > 0 && (
        <Button
          size="small"
          look="quiet"
          icon="caret-down"
          className="self-center"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('more', { count: left })}
        </Button>
      )}
    </div>
  )
}
