import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type UIEvent,
} from 'react'

import { Button } from '@/components/button'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import type { LiveFact } from '@/live/turns'

import { EventRow, rowId } from './event-row'
import { countAfter, place } from './filter'
import { useMedia } from './use-media'
import { usePeople } from './use-people'
import { useSummary } from './use-words'

const ROW = 36
const TALL_ROW = 58
const TOP = 52
/** Within so many pixels of the end a reader is at the end. */
const NEAR = 24

interface EventListProps {
  facts: readonly LiveFact[]
  /** The one that is marked, by id. */
  active: number | null
  onActive: (id: number) => void
  onOpen: (fact: LiveFact) => void
  /** What stands above the first row. */
  top: ReactNode
  /** What takes the keys. */
  keysRef: RefObject<HTMLDivElement | null>
}

/** The events, newest at the bottom: follows them while the reader is at the end, and stays put elsewhere. */
export function EventList({ facts, active, onActive, onOpen, top, keysRef }: EventListProps) {
  const t = useTexts('debug')
  const format = useFormat()
  const { about } = usePeople()
  const summary = useSummary()
  const tall = useMedia('(max-width: 1099px)')
  const height = tall ? TALL_ROW : ROW
  const [following, setFollowing] = useState(true)
  /** The newest event the reader had before leaving the end. */
  const [seen, setSeen] = useState(0)
  const listRef = useRef<HTMLDivElement>(null)
  /** The first visible row and how far it is scrolled out. */
  const anchor = useRef<{ id: number; offset: number } | null>(null)

  // What it returns is used in this component alone, which is not memoised.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: facts.length,
    getScrollElement: () => listRef.current,
    getItemKey: useCallback((index: number) => facts[index]!.id, [facts]),
    estimateSize: useCallback(() => height, [height]),
    scrollMargin: TOP,
    overscan: 12,
  })
  const measured = useRef(height)
  if (measured.current !== height) {
    measured.current = height
    rows.measure()
  }

  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop: offset, clientHeight } = event.currentTarget
    const atEnd = TOP + facts.length * height - offset - clientHeight <= NEAR
    const index = Math.max(0, Math.floor((offset - TOP) / height))
    anchor.current = facts[index] ? { id: facts[index].id, offset: offset - TOP - index * height } : null
    if (following && !atEnd) setSeen(facts.at(-1)?.id ?? 0)
    setFollowing(atEnd)
  }

  // Rows come and go at both ends: the reader sees the same ones as before.
  useLayoutEffect(() => {
    const list = listRef.current
    if (!list) return
    if (following) list.scrollTop = list.scrollHeight
    else if (anchor.current) list.scrollTop = TOP + place(facts, anchor.current.id) * height + anchor.current.offset
  }, [facts, following, height, listRef])

  // The marked row is in sight, also when it is marked from elsewhere.
  const scrollTo = useEffectEvent((id: number) => {
    const index = place(facts, id)
    if (index === facts.length - 1) setFollowing(true)
    else if (index === 0) listRef.current?.scrollTo({ top: 0 })
    else if (index < facts.length) rows.scrollToIndex(index, { align: 'auto' })
  })
  useEffect(() => {
    if (active !== null) scrollTo(active)
  }, [active])

  const move = (index: number) => {
    const to = Math.max(0, Math.min(facts.length - 1, index))
    const fact = facts[to]
    if (!fact) return
    onActive(fact.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = active === null ? facts.length : place(facts, active)
    const list = listRef.current
    const page = list ? Math.max(1, Math.floor(list.clientHeight / height) - 1) : 1
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: facts.length - 1,
    }[event.key]
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' && facts[at]) onOpen(facts[at])
    else return
    event.preventDefault()
  }

  const shown = rows.getVirtualItems()
  const rendered = active !== null && shown.some((row) => row.key === active)
  const fresh = following ? 0 : countAfter(facts, seen)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={listRef}
        onScroll={onScroll}
        className={cn(
          'min-h-0 flex-1 overflow-y-auto outline-accent [overflow-anchor:none]',
          'has-[[role=listbox]:focus-visible]:outline-2',
          'has-[[role=listbox]:focus-visible]:-outline-offset-2',
        )}
      >
        <div className="flex items-center justify-center border-b px-4 text-sm text-muted" style={{ height: TOP }}>
          {top}
        </div>
        <div
          ref={keysRef}
          role="listbox"
          tabIndex={0}
          aria-label={t('list')}
          aria-activedescendant={rendered ? rowId(active) : undefined}
          onKeyDown={onKeyDown}
          className="relative focus-visible:outline-none"
          style={{ height: rows.getTotalSize() }}
        >
          {shown.map((row) => {
            const fact = facts[row.index]!
            const who = about(fact)
            return (
              <EventRow
                key={row.key}
                fact={fact}
                summary={summary}
                agent={who?.somebody}
                name={who?.name}
                tall={tall}
                start={row.start - TOP}
                height={height}
                index={row.index}
                count={facts.length}
                active={fact.id === active}
                onOpen={onOpen}
              />
            )
          })}
        </div>
      </div>
      {fresh > 0 && (
        <Button
          look="primary"
          size="small"
          icon="arrow-down"
          className="absolute bottom-4 left-1/2 -translate-x-1/2 animate-rise rounded-full shadow-float"
          onClick={() => setFollowing(true)}
        >
          {t('fresh', { count: fresh, n: format.number(fresh) })}
        </Button>
      )}
    </div>
  )
}
