import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'

import { ApprovalCard, useWaiting } from '@/components/approval'
import { buttonLook } from '@/components/button'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { oldestFirst } from './order'

/** The calls that wait, the one that has waited longest first: it also expires first. */
export function Waiting() {
  const t = useTexts('approvals')
  const waiting = useWaiting()
  const calls = useMemo(() => oldestFirst(waiting.data?.approvals ?? []), [waiting.data])
  const more = (waiting.data?.pending ?? 0) - calls.length
  const { list, onKeyDown } = useKeys(calls.map((call) => call.id).join(' '))
  if (waiting.isPending) {
    return (
      <div className="flex flex-col gap-4">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    )
  }
  if (waiting.error && !waiting.data) return <Failure error={waiting.error} onRetry={() => void waiting.refetch()} />
  if (!calls.length) {
    return (
      <div className="rounded-lg border bg-surface">
        <Empty
          icon="seal-check"
          title={t('none.title')}
          action={
            <Link to="/chat" className={buttonLook('plain')}>
              <Icon name="chat-circle-dots" size={17} />
              {t('none.action')}
            </Link>
          }
        >
          {t('none.body')}
        </Empty>
      </div>
    )
  }
  return (
    <section aria-labelledby="approvals-waiting" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="approvals-waiting" className="text-md font-semibold">
          {t('waiting')}
        </h2>
        {calls.length > 1 && <p className="text-sm text-muted max-sm:hidden">{t('keys')}</p>}
      </div>
      {/* Arrows go from card to card; what is in a card has its own keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={list} onKeyDown={onKeyDown} className="flex min-w-0 flex-col gap-4">
        {calls.map((call) => (
          <ApprovalCard key={call.id} approval={call} elsewhere />
        ))}
      </div>
      {more > 0 && <p className="text-base text-muted">{t('more', { count: more })}</p>}
    </section>
  )
}

const CARD = '[data-approval]'
const cardsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>(CARD) ?? [])]

/** Arrow keys from card to card; and when the card that had the focus is gone, the focus goes to its successor. */
function useKeys(ids: string) {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<{ id: string; index: number } | null>(null)
  useEffect(() => {
    const onFocus = (event: FocusEvent) => {
      const card = event.target instanceof Element ? event.target.closest<HTMLElement>(CARD) : null
      last.current =
        card && list.current?.contains(card)
          ? { id: card.dataset.approval!, index: cardsIn(list.current).indexOf(card) }
          : null
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => {
    const had = last.current
    if (!had || ids.split(' ').includes(had.id)) return
    const left = cardsIn(list.current)
    left[Math.min(had.index, left.length - 1)]?.focus()
  }, [ids])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const inside = event.target as HTMLElement
    // Where there is text to write or to scroll, arrows are for that.
    if (!step || inside.closest('textarea, pre, ul[tabindex], [role=radiogroup]')) return
    const all = cardsIn(list.current)
    const next = all[all.indexOf(inside.closest<HTMLElement>(CARD)!) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
  }
  return { list, onKeyDown }
}
