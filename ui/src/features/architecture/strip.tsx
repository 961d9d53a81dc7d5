import { memo } from 'react'

import { Tooltip } from '@/components/tooltip'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { depthOf } from '@/live/place'

import { STEP_LOOKS } from './step-look'
import type { Bar } from './timeline'

/** The steps of a run on one line, each as long as it took. */
export const Strip = memo(function Strip({ bars, from, to }: { bars: readonly Bar[]; from: number; to: number }) {
  const t = useTexts('architecture')
  const format = useFormat()
  const share = (at: number) => Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100))
  return (
    <div aria-hidden className="relative h-2 min-w-0 overflow-hidden rounded-full bg-sunken">
      {bars
        .filter((bar) => depthOf(bar.place) === 0)
        .map((bar) => {
          const end = bar.end ?? to
          return (
            <Tooltip key={bar.key} text={`${t(`step.${bar.kind}`)} ${bar.name} · ${format.duration(end - bar.start)}`}>
              <span
                className={cn(
                  'absolute inset-y-0 min-w-1 rounded-full border-r border-surface',
                  bar.status === 'failed' ? 'bg-danger' : STEP_LOOKS[bar.kind].bar,
                  bar.end === null && 'animate-pulse-soft',
                )}
                style={{ left: `${Math.min(share(bar.start), 98.5)}%`, width: `${share(end) - share(bar.start)}%` }}
              />
            </Tooltip>
          )
        })}
    </div>
  )
})
