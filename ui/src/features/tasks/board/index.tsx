import { DndContext, DragOverlay } from '@dnd-kit/core'
import { useId, useState } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Empty } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { filterCount, NO_FILTERS } from '../filters'
import { STATUS_LOOK } from '../marks'
import { COLUMNS } from '../types'
import { Aside } from './aside'
import { FlyingCard } from './card'
import { Column } from './column'
import { useColumns } from './use-columns'
import { useLift } from './use-lift'

type ColumnName = (typeof COLUMNS)[number]

/** What goes on is told by the board itself, in the language of the person. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}

/** Tasks in columns by status; a phone shows one column, and the others as tabs. */
export function Board() {
  const t = useTexts('tasks')
  const instructions = useId()
  const phone = useMedia('(max-width: 699px)')
  const { filters, q, go } = useAddress()
  const { queries, columns } = useColumns(filters)
  const { lift, said, acts, context, refusedAt } = useLift(columns)
  const [shown, setShown] = useState<ColumnName>('todo')
  const narrowed = filterCount(filters) > 0 || q !== undefined
  const read = COLUMNS.every((status) => queries[status].data)
  if (narrowed && read && COLUMNS.every((status) => columns[status].length === 0)) {
    return (
      <Empty
        icon="magnifying-glass"
        title={t('none.title')}
        action={<Button onClick={() => go(NO_FILTERS)}>{t('clear')}</Button>}
      >
        {t('none.body')}
      </Empty>
    )
  }
  const draw = (status: ColumnName) => (
    <Column
      key={status}
      status={status}
      query={queries[status]}
      tasks={columns[status]}
      liftedId={lift?.task.id ?? null}
      target={lift?.place.status === status ? lift.place.after : undefined}
      refused={refusedAt(status)}
      instructions={instructions}
      acts={acts}
    />
  )
  return (
    <DndContext {...context} accessibility={SILENT}>
      <p id={instructions} hidden>
        {t('drag.instructions')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {phone ? (
        <div className="flex flex-col gap-2">
          <PhoneTabs
            shown={shown}
            onShow={setShown}
            totals={COLUMNS.map((status) => queries[status].data?.pages[0]?.total ?? 0)}
            over={lift?.by === 'pointer' ? lift.place.status : null}
          />
          {draw(shown)}
        </div>
      ) : (
        <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">{COLUMNS.map(draw)}</div>
      )}
      <Aside filters={filters} acts={acts} />
      <DragOverlay dropAnimation={null}>{lift?.by === 'pointer' && <FlyingCard task={lift.task} />}</DragOverlay>
    </DndContext>
  )
}

interface PhoneTabsProps {
  shown: ColumnName
  onShow: (status: ColumnName) => void
  totals: readonly number[]
  /** The column over which a card is held. */
  over: string | null
}

/** The columns side by side as names with counts; a card can be dropped on them. */
function PhoneTabs({ shown, onShow, totals, over }: PhoneTabsProps) {
  const t = useTexts('tasks')
  const format = useFormat()
  return (
    <div className="sticky top-0 z-2 grid grid-cols-4 gap-1 rounded-lg bg-canvas py-1">
      {COLUMNS.map((status, index) => (
        <button
          key={status}
          type="button"
          data-column={status}
          aria-pressed={shown === status}
          onClick={() => onShow(status)}
          className={cn(
            'flex min-h-12 min-w-0 flex-col items-center justify-center rounded-md border px-1',
            'text-xs font-medium transition-colors duration-120',
            shown === status ? 'border-line-strong bg-surface text-ink' : 'border-transparent bg-sunken text-muted',
            over === status && over !== shown && 'ring-2 ring-accent',
          )}
        >
          <span className="flex items-center gap-1">
            <Icon name={STATUS_LOOK[status][0]} size={14} className={STATUS_LOOK[status][1]} />
            <span className="numbers">{format.number(totals[index]!)}</span>
          </span>
          <span className="w-full truncate text-center">{t(`status.${status}`)}</span>
        </button>
      ))}
    </div>
  )
}
