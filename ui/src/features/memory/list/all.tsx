import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

import { Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { markExact } from '../marks'
import { EntityRow, ROW } from './row'
import { useEntities, type EntityFilter } from './use-entities'

interface AllEntitiesProps {
  filter: EntityFilter
  current: string | undefined
  /** What stands above the rows, given how many there are, or of how many there are more. */
  sayCount: (total: number, more: boolean) => string
  /** What stands beside that. */
  beside: ReactNode
  /** What stands there instead where there are none. */
  empty: ReactNode
}

/** All entities that fit a filter, however many: only what is seen is read and drawn. */
export function AllEntities({ filter, current, sayCount, beside, empty }: AllEntitiesProps) {
  const t = useTexts('memory')
  const list = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ first: 0, last: 0 })
  const { total, more, at, hidden, stale, pending, error, retry } = useEntities(filter, range.first, range.last)

  // What it returns is used in this component alone, which is not memoised.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => list.current,
    estimateSize: () => ROW,
    overscan: 8,
    onChange: ({ range: seen }) => {
      if (!seen) return
      setRange((now) =>
        now.first === seen.startIndex && now.last === seen.endIndex
          ? now
          : { first: seen.startIndex, last: seen.endIndex },
      )
    },
  })
  const key = JSON.stringify(filter)
  useEffect(() => {
    if (list.current) list.current.scrollTop = 0
  }, [key])

  /** The place to focus once it is drawn: a row far away is read first. */
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const waits = document.activeElement === list.current
    if (!waits || focusPlace(list.current, wanted.current)) wanted.current = null
  })

  const go = (event: KeyboardEvent) => {
    const from = Number((event.target as HTMLElement).closest('[data-place]')?.getAttribute('data-place') ?? -1)
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: total - 1 }[event.key]
    if (to === undefined || from < 0 || to < 0 || to >= total) return
    event.preventDefault()
    rows.scrollToIndex(to, { align: 'auto' })
    wanted.current = to
    if (!focusPlace(list.current, to)) list.current?.focus({ preventScroll: true })
  }

  if (error && !total) return <Failure error={error} onRetry={retry} className="my-auto" />
  if (pending) {
    return (
      <div className="flex flex-col gap-1 p-2">
        {Array.from({ length: 9 }, (_, index) => (
          <Skeleton key={index} className="h-13" />
        ))}
      </div>
    )
  }
  if (!total) return <>{empty}</>
  const drawn = rows.getVirtualItems()
  return (
    <>
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 px-3.5 pb-1.5 text-sm text-muted">
        <span aria-live="polite" className="numbers min-w-0 break-words">
          {sayCount(total, more)}
        </span>
        {beside}
      </div>
      <div
        ref={list}
        tabIndex={-1}
        className={cn(
          'min-h-0 flex-1 overflow-y-auto pb-1.5 focus-visible:outline-none transition-opacity duration-120',
          stale && 'opacity-60',
        )}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go to links */}
        <ul aria-label={t('list')} onKeyDown={go} className="relative" style={{ height: rows.getTotalSize() }}>
          {drawn.map(({ index, start }) => {
            const entity = at(index)
            const style = { transform: `translateY(${start}px)` }
            if (!entity)
              return (
                <li
                  key={`empty ${index}`}
                  aria-hidden
                  style={style}
                  className="absolute inset-x-0 top-0 h-14 px-3.5 py-1"
                >
                  <Skeleton className="h-12" />
                </li>
              )
            return (
              <EntityRow
                key={entity.id}
                entity={entity}
                place={index}
                count={total}
                current={entity.id === current}
                {...(filter.search ? { name: markExact(entity.name, filter.search) } : {})}
                style={style}
                className={cn('absolute inset-x-0 top-0', hidden.has(entity.id) && 'pointer-events-none opacity-35')}
              />
            )
          })}
        </ul>
      </div>
    </>
  )
}

/** Focuses the row of a place; false while it is not drawn. */
export function focusPlace(list: HTMLElement | null, place: number): boolean {
  const row = list?.querySelector<HTMLElement>(`[data-place="${place}"]`)
  row?.focus()
  return Boolean(row)
}
