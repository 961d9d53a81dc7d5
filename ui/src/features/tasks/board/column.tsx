import { memo, type ReactNode } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { Tooltip } from '@/components/tooltip'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { useColumn } from '../data'
import { STATUS_LOOK } from '../marks'
import type { COLUMNS, Task } from '../types'
import { Card, type CardActs } from './card'
import { QuickAdd } from './quick-add'

type ColumnName = (typeof COLUMNS)[number]

interface ColumnProps {
  status: ColumnName
  query: ReturnType<typeof useColumn>
  tasks: readonly Task[]
  /** The task that was picked up, from whichever column. */
  liftedId: string | null
  /** Where it would be put down here: behind a task, or first; `undefined` while it is elsewhere. */
  target: string | null | undefined
  /** Why it cannot be put down here. */
  refused: string | null
  instructions: string
  acts: CardActs
}

/** Where a person adds tasks by a line of text; what is in review or done came there by work. */
const ADDS: ReadonlySet<ColumnName> = new Set(['todo', 'doing'])

/** The tasks of one status, as they lie. */
export const Column = memo(function Column({
  status,
  query,
  tasks,
  liftedId,
  target,
  refused,
  instructions,
  acts,
}: ColumnProps) {
  const t = useTexts('tasks')
  const format = useFormat()
  const total = query.data?.pages[0]?.total ?? tasks.length
  const left = total - tasks.length
  const name = t(`status.${status}`)
  const [icon, ink] = STATUS_LOOK[status]
  const here = target !== undefined
  return (
    <section
      aria-label={name}
      data-column={status}
      className={cn(
        'relative flex min-h-40 min-w-0 flex-col gap-2 rounded-lg bg-sunken p-2 transition-shadow',
        'duration-120 sm:max-h-[max(420px,calc(100dvh-150px))]',
        here && (refused ? 'ring-2 ring-danger/60' : 'ring-2 ring-accent'),
      )}
    >
      <div className="flex min-h-7 items-center gap-2 px-1.5">
        <Icon name={icon} size={16} className={ink} />
        <h2 className="min-w-0 truncate font-semibold">{name}</h2>
        <span className="numbers text-sm text-muted">
          <span aria-hidden>{format.number(total)}</span>
          <span className="sr-only">{t('column.count', { count: total })}</span>
        </span>
        <span className="flex-1" />
        <Tooltip text={t(`column.rules.${status}`)}>
          <button
            type="button"
            aria-label={t(`column.rules.${status}`)}
            className="grid size-6 place-items-center rounded-sm text-faint hover:text-ink"
          >
            <Icon name="info" size={15} />
          </button>
        </Tooltip>
      </div>
      {ADDS.has(status) && <QuickAdd status={status} />}
      {here && refused && (
        <p
          className={cn(
            'absolute inset-x-2 top-11 z-2 flex items-start gap-1.5 rounded-md bg-danger-soft',
            'px-2.5 py-2 text-sm text-danger shadow-float',
          )}
        >
          <Icon name="prohibit" size={15} className="mt-0.5" />
          <span className="min-w-0">{refused}</span>
        </p>
      )}
      {query.isPending ? (
        <>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </>
      ) : query.error && !query.data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} className="py-6" />
      ) : (
        // It scrolls, also with the keyboard: there are links in it.
        <ul
          className="-mx-1 -mb-1 flex min-h-8 flex-col gap-2 overflow-y-auto px-1 pb-1"
          aria-busy={query.isPlaceholderData || undefined}
        >
          {here && !refused && target === null && <Line />}
          {tasks.map((task) => (
            <Spot key={task.id} line={here && !refused && target === task.id}>
              <Card task={task} lifted={task.id === liftedId} instructions={instructions} acts={acts} />
            </Spot>
          ))}
          {!tasks.length && !here && (
            <li className="px-2 py-4 text-center text-sm text-muted">{t(`column.empty.${status}`)}</li>
          )}
          {left > 0 && query.hasNextPage && (
            <li className="flex justify-center">
              <Button
                size="small"
                look="quiet"
                icon="caret-down"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('more', { count: left })}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
})

function Spot({ line, children }: { line: boolean; children: ReactNode }) {
  return line ? (
    <>
      {children}
      <Line />
    </>
  ) : (
    children
  )
}

/** Where what was picked up would be put down. */
function Line() {
  return <li aria-hidden className="-my-1.5 h-1 shrink-0 rounded-full bg-accent" />
}
