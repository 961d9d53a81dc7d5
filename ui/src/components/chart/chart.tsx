import { Component, Suspense, useState, type ReactNode } from 'react'

import { cn } from '@/lib/cn'
import { lazyPart } from '@/lib/lazy-part'

import { Skeleton, useReason } from '../states'
import { colorOf, type ChartProps } from './model'

const Plot = lazyPart(() => import('./plot'))

/** A chart over points with the names of its series above; it fills the height of where it stands. */
export function Chart({ legend = true, className, ...plot }: ChartProps & { legend?: boolean; className?: string }) {
  return (
    <div className={cn('flex min-h-0 min-w-0 flex-col gap-2', className)}>
      {legend && plot.series.length > 1 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm text-muted">
          {plot.series.map((one, index) => (
            <li key={index} className="flex min-w-0 items-center gap-1.5">
              <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: colorOf(one, index) }} />
              <span className="min-w-0 truncate">{one.name}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="chart-box min-h-0 min-w-0 flex-1">
        <Unloaded>
          <Suspense fallback={<Skeleton className="h-full" />}>
            <Plot {...plot} />
          </Suspense>
        </Unloaded>
      </div>
    </div>
  )
}

/** Where the chart's code could not be had, the page goes on without it: its table says the same. */
class Unloaded extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error() }
  }

  override render() {
    return this.state.error ? <Reason error={this.state.error} /> : this.props.children
  }
}

function Reason({ error }: { error: unknown }) {
  const reason = useReason()
  const [said] = useState(() => reason(error))
  return (
    <p role="alert" className="grid h-full place-items-center text-center text-sm text-muted">
      {said}
    </p>
  )
}
