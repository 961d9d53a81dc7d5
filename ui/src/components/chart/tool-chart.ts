import type { Series } from './model'

/** A chart that a tool has made of its own numbers. */
export interface ToolChart {
  kind: 'line' | 'bar'
  title: string
  x: string[]
  series: Series[]
  unit: string
}

const MOST_POINTS = 500
const MOST_SERIES = 8
const LONGEST = 200

/** Returns the chart in what a tool returned; nothing where there is none, or none that can be drawn. */
export function chartIn(result: unknown): ToolChart | null {
  const chart = fieldsOf(fieldsOf(result)?.chart)
  if (!chart || !Array.isArray(chart.x) || !Array.isArray(chart.series)) return null
  const { x, series } = chart as { x: unknown[]; series: unknown[] }
  if (!x.length || x.length > MOST_POINTS || !series.length || series.length > MOST_SERIES) return null
  const read = series.flatMap((one): Series[] => {
    const fields = fieldsOf(one)
    const values = fields?.values
    if (!Array.isArray(values) || values.length !== x.length) return []
    return [
      {
        name: text(fields?.name),
        values: values.map((value) => (typeof value === 'number' && Number.isFinite(value) ? value : null)),
      },
    ]
  })
  if (read.length !== series.length || read.every(({ values }) => values.every((value) => value === null))) return null
  return {
    kind: chart.type === 'line' ? 'line' : 'bar',
    title: text(chart.title),
    x: x.map(text),
    series: read,
    unit: text(chart.unit),
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null

const text = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, LONGEST) : typeof value === 'number' ? String(value) : ''
