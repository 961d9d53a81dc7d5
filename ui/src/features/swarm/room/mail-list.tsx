import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'

import { Button } from '@/components/button'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Member } from '../model'
import type { Mail } from '../types'
import { MailRow } from './mail-row'
import { dayName, sequenceOf } from './sequence'

/** How near the upper end earlier mail is read by itself, in pixels. */
const NEAR = '300px'

interface MailListProps {
  mails: readonly Mail[]
  members: ReadonlyMap<string, Member>
  /** The first mail that was unread when the room was opened. */
  unreadFrom: number | null
  marked: string | undefined
  earlier: boolean
  loadingEarlier: boolean
  onEarlier: () => void
  scroller: RefObject<HTMLDivElement | null>
}

/** The mail of a room, oldest first. */
export function MailList({
  mails,
  members,
  unreadFrom,
  marked,
  earlier,
  loadingEarlier,
  onEarlier,
  scroller,
}: MailListProps) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const items = useMemo(() => sequenceOf(mails, unreadFrom), [mails, unreadFrom])
  const byId = useMemo(() => new Map(mails.map((mail) => [mail.id, mail])), [mails])
  const hold = useAnchor(mails[0]?.id, scroller)
  const load = () => {
    hold()
    onEarlier()
  }
  const edge = useNear(scroller, earlier && !loadingEarlier, load)
  return (
    <>
      {earlier && (
        <div ref={edge} className="flex justify-center py-2">
          <Button size="small" look="quiet" icon="arrow-up" busy={loadingEarlier} onClick={load}>
            {t('room.earlier')}
          </Button>
        </div>
      )}
      {items.map((item) => {
        if (item.kind === 'day') {
          const word = dayName(item.at)
          return (
            <h3
              key={item.key}
              className={cn(
                'mx-2 mt-4 mb-1 flex items-center gap-3 text-xs font-medium text-muted',
                'before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line',
              )}
            >
              {word ? t(`room.${word}`) : format.day(item.at)}
            </h3>
          )
        }
        if (item.kind === 'unread') {
          return (
            <p
              key={item.key}
              id="unread-line"
              className={cn(
                'mx-2 mt-3 flex items-center gap-3 text-xs font-medium text-accent before:h-px',
                'before:flex-1 before:bg-accent/50 after:h-px after:flex-1 after:bg-accent/50',
              )}
            >
              {t('room.unreadLine', { count: item.count })}
            </p>
          )
        }
        return (
          <MailRow
            key={item.key}
            mail={item.mail}
            first={item.first}
            quoted={item.mail.replyTo ? byId.get(item.mail.replyTo) : undefined}
            members={members}
            marked={marked === item.mail.id}
          />
        )
      })}
    </>
  )
}

/** Keeps what the reader looks at where it is when earlier mail comes in above it. */
function useAnchor(first: string | undefined, scroller: RefObject<HTMLDivElement | null>): () => void {
  const held = useRef<{ id: string; top: number } | null>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    const anchor = held.current
    if (!box || !anchor || anchor.id === first) return undefined
    held.current = null
    const correct = () => {
      const top = document.getElementById(`mail-${anchor.id}`)?.getBoundingClientRect().top
      if (top !== undefined) box.scrollBy({ top: top - anchor.top, behavior: 'instant' })
    }
    correct()
    // Rows that come into view take their real height only then.
    const frame = requestAnimationFrame(correct)
    return () => cancelAnimationFrame(frame)
  }, [first, scroller])
  return () => {
    const element = first && document.getElementById(`mail-${first}`)
    held.current = element ? { id: first, top: element.getBoundingClientRect().top } : null
  }
}

/** Calls back while an element is near the view. */
function useNear(
  scroller: RefObject<HTMLDivElement | null>,
  wanted: boolean,
  onNear: () => void,
): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const call = useRef(onNear)
  useEffect(() => {
    call.current = onNear
  })
  useEffect(() => {
    if (!element || !wanted || !scroller.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && call.current(), {
      root: scroller.current,
      rootMargin: NEAR,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, wanted, scroller])
  return setElement
}
