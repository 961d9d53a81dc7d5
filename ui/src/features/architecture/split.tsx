import { useRef, type ReactNode } from 'react'

import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useView } from './view-store'

const LEAST_UPPER = 260
const LEAST_LOWER = 120
const STEP = 24

/** Two parts one over the other; the line between them is moved by pointer or arrow keys and stays where it was. */
export function Split({ upper, lower }: { upper: ReactNode; lower: ReactNode }) {
  const t = useTexts('architecture')
  const whole = useRef<HTMLDivElement>(null)
  const height = useView((view) => view.lower)
  const choose = useView((view) => view.choose)
  const set = (wanted: number) => {
    const most = Math.max(LEAST_LOWER, (whole.current?.clientHeight ?? 0) - LEAST_UPPER)
    choose({ lower: Math.round(Math.min(most, Math.max(LEAST_LOWER, wanted))) })
  }
  return (
    <div ref={whole} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="relative min-h-40 flex-1">{upper}</div>
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={t('split')}
        aria-valuenow={height}
        aria-valuemin={LEAST_LOWER}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
          set((whole.current?.getBoundingClientRect().bottom ?? 0) - event.clientY - 8)
        }}
        onKeyDown={(event) => {
          const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key]
          if (!step) return
          event.preventDefault()
          set(height + step)
        }}
        className="group grid h-4 shrink-0 cursor-row-resize touch-none place-items-center rounded-sm"
      >
        <span
          className={cn(
            'h-1 w-10 rounded-full bg-line-strong transition-colors duration-120',
            'group-hover:bg-accent group-focus-visible:bg-accent',
          )}
        />
      </div>
      <div className="flex min-h-0 shrink-0 flex-col" style={{ height, maxHeight: '60%' }}>
        {lower}
      </div>
    </div>
  )
}
