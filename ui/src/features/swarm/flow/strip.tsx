import { useId, useRef } from 'react'

import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { heights, moved, spanStart, type FlowReport, type Stretch } from './aggregate'

interface StripProps {
  report: FlowReport
  stretch: Stretch
  onChange: (stretch: Stretch) => void
}

type Drag = { kind: 'new'; anchor: number } | { kind: 'move'; at: number; had: Stretch } | { kind: 'from' | 'to' }

/** Mails over time as bars, and the part of the time that is shown; both ends are moved by hand or by keys. */
export function Strip({ report, stretch, onChange }: StripProps) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const counts = heights(report)
  const count = counts.length
  const top = Math.max(1, ...counts)
  const say = useSpanTime(report)
  const spanAt = (x: number) => {
    const rect = box.current!.getBoundingClientRect()
    return Math.min(count - 1, Math.max(0, Math.floor(((x - rect.left) / rect.width) * count)))
  }
  const left = (stretch.from / count) * 100
  const right = ((stretch.to + 1) / count) * 100

  const onDown = (event: React.PointerEvent) => {
    if (event.button !== 0) return
    const at = spanAt(event.clientX)
    const end = (event.target as HTMLElement).dataset.end as 'from' | 'to' | undefined
    const whole = stretch.from === 0 && stretch.to === count - 1
    if (end) drag.current = { kind: end }
    else if (!whole && at >= stretch.from && at <= stretch.to) drag.current = { kind: 'move', at, had: stretch }
    else {
      drag.current = { kind: 'new', anchor: at }
      onChange({ from: at, to: at })
    }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onMove = (event: React.PointerEvent) => {
    const now = drag.current
    if (!now) return
    const at = spanAt(event.clientX)
    if (now.kind === 'new') onChange({ from: Math.min(now.anchor, at), to: Math.max(now.anchor, at) })
    else if (now.kind === 'move') onChange(moved(now.had, at - now.at, count))
    else onChange(withEnd(stretch, now.kind, at))
  }
  const onUp = () => {
    drag.current = null
  }
  const onKey = (end: 'from' | 'to') => (event: React.KeyboardEvent) => {
    const page = Math.max(1, Math.round(count / 10))
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: page, PageDown: -page }[event.key]
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : step === undefined ? undefined : stretch[end] + step
    if (to === undefined) return
    event.preventDefault()
    onChange(withEnd(stretch, end, Math.min(count - 1, Math.max(0, to))))
  }
  return (
    <div className="flex flex-col gap-1">
      <div
        ref={box}
        role="group"
        aria-label={t('flow.strip')}
        aria-describedby={id}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
        className="relative h-16 touch-pan-y rounded-md border bg-sunken select-none"
      >
        <div aria-hidden className="absolute inset-0 flex items-end gap-px px-px pt-1.5">
          {counts.map((mails, span) => (
            <span
              key={span}
              title={t('flow.bar', { from: say(span), n: format.number(mails), count: mails })}
              className="flex h-full flex-1 items-end"
            >
              <span
                className={cn(
                  'w-full rounded-t-sm',
                  span >= stretch.from && span <= stretch.to ? 'bg-accent' : 'bg-line-strong',
                )}
                style={{ height: mails ? `max(3px, ${(mails / top) * 100}%)` : 0 }}
              />
            </span>
          ))}
        </div>
        <div
          className="pointer-events-none absolute inset-y-0 border-x-2 border-accent bg-accent/10"
          style={{ left: `${left}%`, width: `${right - left}%` }}
        />
        {(['from', 'to'] as const).map((end) => (
          <span
            key={end}
            data-end={end}
            role="slider"
            tabIndex={0}
            aria-label={t(end === 'from' ? 'flow.begin' : 'flow.end')}
            aria-valuemin={0}
            aria-valuemax={count - 1}
            aria-valuenow={stretch[end]}
            aria-valuetext={say(end === 'from' ? stretch.from : stretch.to + 1)}
            onKeyDown={onKey(end)}
            className={cn(
              'absolute inset-y-0 grid w-6 -translate-x-1/2 cursor-ew-resize place-items-center',
              'rounded-md before:pointer-events-none before:h-6 before:w-1.5',
              'before:rounded-full before:bg-accent',
            )}
            style={{ left: `clamp(6px, ${end === 'from' ? left : right}%, calc(100% - 6px))` }}
          />
        ))}
      </div>
      <p id={id} className="numbers flex justify-between text-xs text-muted">
        <span>{say(0)}</span>
        <span>{report.current ? t('flow.now') : say(count)}</span>
      </p>
    </div>
  )
}

/** Says when a span begins; with the day where there are several. */
export function useSpanTime(report: FlowReport): (span: number) => string {
  const format = useFormat()
  const days = new Date(report.since).toDateString() !== new Date(report.until).toDateString()
  return (span) => (days ? format.dateTime(spanStart(report, span)) : format.time(spanStart(report, span)))
}

/** Moves one end; the other makes way. */
function withEnd(stretch: Stretch, end: 'from' | 'to', at: number): Stretch {
  return end === 'from' ? { from: at, to: Math.max(at, stretch.to) } : { from: Math.min(at, stretch.from), to: at }
}
