import { memo } from 'react'

import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import type { LiveFact } from '@/live/turns'

import { familyOf, LOOKS } from './families'
import { depthOf, isTrouble } from './summary'
import type { Somebody } from './use-people'
import { useKindName } from './use-words'

interface EventRowProps {
  fact: LiveFact
  /** Says in one line what happened. */
  summary: (fact: LiveFact) => string
  agent: Somebody | undefined
  /** Of whom it is about; nothing where it is about nobody. */
  name: string | undefined
  /** Two lines, for narrow places. */
  tall: boolean
  /** Pixels from the top of the list. */
  start: number
  height: number
  index: number
  count: number
  active: boolean
  onOpen: (fact: LiveFact) => void
}

/** Pixels by which what a helper of a helper does stands further in. */
const INDENT = 16

export const rowId = (id: number) => `event-${id}`

/** The part of an execution's id by which one tells it apart at a glance. */
export const shortId = (id: string) => id.slice(-6)

/** One event in one line (two where it is narrow). */
export const EventRow = memo(function EventRow({
  fact,
  summary,
  agent,
  name,
  tall,
  start,
  height,
  index,
  count,
  active,
  onOpen,
}: EventRowProps) {
  const format = useFormat()
  const kindName = useKindName()
  const look = LOOKS[familyOf(fact.kind)]
  const trouble = isTrouble(fact)
  const kind = (
    <span className={cn('flex min-w-0 items-center gap-2 font-medium', trouble ? 'text-danger' : look.ink)}>
      <Icon name={trouble ? 'warning-circle' : look.icon} size={16} />
      <span className="truncate">{kindName(fact.kind)}</span>
    </span>
  )
  const who = name !== undefined && (
    <span className="flex min-w-0 items-center gap-1.5 text-muted">
      <Avatar agent={agent} size={20} />
      <span className="truncate">{name}</span>
    </span>
  )
  const depth = depthOf(fact)
  const what = (
    <>
      {depth > 0 && (
        <span style={{ paddingLeft: (depth - 1) * INDENT }}>
          <Icon name="arrow-bend-down-right" size={14} className="mr-1.5 inline align-[-2px] text-faint" />
        </span>
      )}
      {summary(fact)}
    </>
  )
  const time = (
    <time dateTime={fact.at} className="numbers shrink-0 text-xs whitespace-nowrap text-muted">
      {format.clock(fact.at)}
    </time>
  )
  return (
    // The list has the focus and the keys; see `EventList`.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={rowId(fact.id)}
      role="option"
      aria-selected={active}
      aria-setsize={count}
      aria-posinset={index + 1}
      tabIndex={-1}
      onClick={() => onOpen(fact)}
      className={cn(
        'absolute inset-x-0 top-0 cursor-pointer border-b px-3 text-sm sm:px-4',
        active ? 'bg-accent-soft' : trouble ? 'bg-danger-soft hover:bg-hover' : 'hover:bg-hover',
        tall
          ? 'flex flex-col justify-center gap-1'
          : 'grid grid-cols-[80px_180px_128px_minmax(0,1fr)_48px] items-center gap-3',
      )}
      style={{ height, transform: `translateY(${start}px)` }}
    >
      {tall ? (
        <>
          <span className="flex min-w-0 items-center gap-3">
            {kind}
            <span className="min-w-0 flex-1">{who}</span>
            {time}
          </span>
          <span className="truncate text-ink">{what}</span>
        </>
      ) : (
        <>
          {time}
          {kind}
          <span className="min-w-0">{who}</span>
          <span className="truncate text-ink">{what}</span>
          <span className="truncate text-right font-mono text-xs text-muted">
            {fact.executionId && shortId(fact.executionId)}
          </span>
        </>
      )}
    </div>
  )
})
