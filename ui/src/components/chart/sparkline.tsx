import { cn } from '@/lib/cn'

const WIDTH = 100
const HEIGHT = 28

/** The course of a figure as a small line without axes; what it says is said in words beside it. */
export function Sparkline({ values, className }: { values: readonly (number | null)[]; className?: string }) {
  const line = pathOf(values)
  if (!line) return <span aria-hidden className={className} />
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn('overflow-visible', className)}
    >
      <path d={`${line} L${WIDTH} ${HEIGHT} L0 ${HEIGHT} Z`} className="spark-area" />
      <path
        d={line}
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        className="spark-line"
      />
    </svg>
  )
}

/** The line in a box of 100 × 28, from zero; nothing where there are no two values. */
export function pathOf(values: readonly (number | null)[]): string {
  const known = values.flatMap((value, index) =>
    value === null || !Number.isFinite(value) ? [] : [[index, value] as const],
  )
  if (known.length < 2) return ''
  const top = Math.max(...known.map(([, value]) => value)) || 1
  return known
    .map(([index, value], at) => {
      const x = (index / (values.length - 1)) * WIDTH
      const y = HEIGHT - 1 - (value / top) * (HEIGHT - 2)
      return `${at ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`
    })
    .join(' ')
}
