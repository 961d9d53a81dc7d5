import { useLayoutEffect, useRef, type RefObject } from 'react'

import { Button } from '@/components/button'
import type { Row } from '@/components/work/turn-view'
import { useTexts } from '@/lib/text'

import { TurnRow } from './turn'

interface TurnListProps {
  rows: readonly Row[]
  /** Ids of rows that the server does not have yet. */
  sending: ReadonlySet<string>
  /** The first row that is not over; those after it wait. */
  current: string | null
  unfinished: ReadonlySet<string>
  editing: string | null
  marked: string | undefined
  earlier: boolean
  loadingEarlier: boolean
  onEarlier: () => void
  /** Whether there are later turns that are not read yet. */
  later: boolean
  loadingLater: boolean
  onLater: () => void
  scroller: RefObject<HTMLDivElement | null>
}

/** The turns of a thread, oldest first. */
export function TurnList({
  rows,
  sending,
  current,
  unfinished,
  editing,
  marked,
  earlier,
  loadingEarlier,
  onEarlier,
  later,
  loadingLater,
  onLater,
  scroller,
}: TurnListProps) {
  const t = useTexts('chat')
  const anchor = useAnchor(rows[0]?.id, scroller)
  return (
    <>
      {earlier && (
        <div className="flex justify-center pb-2">
          <Button
            size="small"
            look="quiet"
            icon="arrow-up"
            busy={loadingEarlier}
            onClick={() => {
              anchor()
              onEarlier()
            }}
          >
            {t('earlier')}
          </Button>
        </div>
      )}
      {rows.map((row, index) => (
        <TurnRow
          key={row.id}
          id={row.id}
          turn={row.turn}
          question={row.question}
          answer={row.answer}
          editing={editing === row.id}
          marked={marked === row.id}
          queued={unfinished.has(row.id) && current !== row.id}
          sending={sending.has(row.id)}
          last={!later && index === rows.length - 1}
        />
      ))}
      {later && (
        <div className="flex justify-center pt-2 pb-14">
          <Button size="small" look="quiet" icon="arrow-down" busy={loadingLater} onClick={onLater}>
            {t('later')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Keeps what the reader looks at where it is when earlier turns come in above it. */
function useAnchor(first: string | undefined, scroller: RefObject<HTMLDivElement | null>): () => void {
  const held = useRef<{ id: string; top: number } | null>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    const anchor = held.current
    if (!box || !anchor || anchor.id === first) return undefined
    held.current = null
    const correct = () => {
      const top = document.getElementById(`turn-${anchor.id}`)?.getBoundingClientRect().top
      if (top !== undefined) box.scrollBy({ top: top - anchor.top, behavior: 'instant' })
    }
    correct()
    // Turns that come into view take their real height only then.
    const frame = requestAnimationFrame(correct)
    return () => cancelAnimationFrame(frame)
  }, [first, scroller])
  return () => {
    const element = first && document.getElementById(`turn-${first}`)
    held.current = element ? { id: first, top: element.getBoundingClientRect().top } : null
  }
}
