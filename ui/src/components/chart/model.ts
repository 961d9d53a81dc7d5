/** One point of the axis below: what stands under it where there is room, and in full. */
export interface Point {
  short: string
  long: string
}

/** One line, area or colour of bars; values belong to the points, and are missing where nothing was measured. */
export interface Series {
  name: string
  values: readonly (number | null)[]
  /** A colour of CSS; one of the palette where there is none. */
  color?: string | undefined
}

export type ChartKind = 'line' | 'area' | 'bar' | 'stack'

export interface ChartProps {
  kind: ChartKind
  /** What the chart is of, for screen readers. */
  label: string
  points: readonly Point[]
  series: readonly Series[]
  /** Writes a value in full. */
  write: (value: number) => string
  /** Writes a value of the axis, in little room. */
  writeShort?: ((value: number) => string) | undefined
}

/** The table behind a chart. */
export interface TableData {
  caption: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Colours of what has none of its own; in this order they differ for everybody, also in grey. */
export const PALETTE = [
  'var(--kind-tag)',
  'var(--kind-pattern)',
  'var(--kind-word)',
  'var(--kind-keyword)',
  'var(--kind-example)',
  'var(--faint)',
] as const

export function colorOf(series: Series, index: number): string {
  return series.color ?? PALETTE[index % PALETTE.length]!
}

/** The same numbers as text: a row for each point, a column for each series. */
export function tableOf(
  caption: string,
  first: string,
  { points, series, write }: Pick<ChartProps, 'points' | 'series' | 'write'>,
): TableData {
  return {
    caption,
    head: [first, ...series.map(({ name }) => name)],
    rows: points.map((point, index) => [
      point.long,
      ...series.map(({ values }) => {
        const value = values[index]
        return value === null || value === undefined ? '–' : write(value)
      }),
    ]),
  }
}

/** The even number at the top of an axis that must reach `most`: 1, 2, 5, 10, 20, 50, … */
export function ceiling(most: number): number {
  if (!(most > 0) || !Number.isFinite(most)) return 1
  const unit = 10 ** Math.floor(Math.log10(most))
  for (const step of [1, 2, 2.5, 5, 10]) if (step * unit >= most) return step * unit
  return 10 * unit
}

const PARTS: Record<number, number> = { 1: 4, 2: 4, 2.5: 5, 5: 5, 10: 4 }

/** The values that stand beside an axis up to `top`; only whole ones where only those are measured. */
export function ticksUpTo(top: number, whole: boolean): number[] {
  const lead = top / 10 ** Math.floor(Math.log10(top))
  const parts = PARTS[Math.round(lead * 10) / 10] ?? 4
  const ticks = Array.from({ length: parts + 1 }, (_, index) => (top * index) / parts)
  return whole ? ticks.filter(Number.isInteger) : ticks
}
