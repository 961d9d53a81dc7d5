import { useMemo } from 'react'
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts'

import { useTexts } from '@/lib/text'

import { ceiling, colorOf, ticksUpTo, type ChartProps } from './model'

const TICK = { fill: 'var(--faint)', fontSize: 12 }
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 }

/** A chart over points; loaded when the first one is shown. */
export default function Plot({ kind, label, points, series, write, writeShort = write }: ChartProps) {
  const t = useTexts('chart')
  const rows = useMemo(
    () =>
      points.map((_, index) =>
        Object.fromEntries([['at', index], ...series.map(({ values }, at) => [`s${at}`, values[index] ?? null])]),
      ),
    [points, series],
  )
  const most = useMemo(() => highest(kind, points.length, series), [kind, points.length, series])
  const whole = useMemo(
    () => series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value))),
    [series],
  )
  const describe = ({ active, label: at }: Pick<TooltipContentProps, 'active' | 'label'>) =>
    active && typeof at === 'number' && points[at] ? (
      <Values at={at} points={points} series={series} write={write} />
    ) : null
  const stacked = kind === 'stack' || kind === 'area'
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 200 }}>
      <ComposedChart data={rows} margin={MARGIN} title={label} desc={t('keys', { label })} barCategoryGap="18%">
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="at"
          type="category"
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          tick={TICK}
          height={24}
          minTickGap={28}
          interval="preserveStartEnd"
          tickFormatter={(at: number) => points[at]?.short ?? ''}
        />
        <YAxis
          domain={[0, most]}
          ticks={ticksUpTo(most, whole)}
          tickLine={false}
          axisLine={false}
          tick={TICK}
          width="auto"
          tickFormatter={writeShort}
        />
        <Tooltip
          content={describe}
          cursor={kind === 'line' || kind === 'area' ? { stroke: 'var(--line-strong)' } : { fill: 'var(--hover)' }}
          isAnimationActive={false}
        />
        {series.map((one, index) => {
          const color = colorOf(one, index)
          const shared = {
            dataKey: `s${index}`,
            name: one.name,
            isAnimationActive: false as const,
            ...(stacked ? { stackId: 'all' } : {}),
          }
          if (kind === 'line')
            return (
              <Line
                key={index}
                {...shared}
                type="monotone"
                stroke={color}
                strokeWidth={2}
                dot={points.length < 2}
                connectNulls
              />
            )
          if (kind === 'area')
            return (
              <Area
                key={index}
                {...shared}
                type="monotone"
                stroke={color}
                fill={color}
                fillOpacity={0.22}
                strokeWidth={1.5}
              />
            )
          return (
            <Bar
              key={index}
              {...shared}
              fill={color}
              maxBarSize={48}
              radius={index === series.length - 1 || !stacked ? [3, 3, 0, 0] : 0}
            />
          )
        })}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function highest(kind: ChartProps['kind'], count: number, series: ChartProps['series']): number {
  let most = 0
  for (let index = 0; index < count; index += 1) {
    const values = series.map(({ values }) => values[index] ?? 0)
    most = Math.max(
      most,
      kind === 'stack' || kind === 'area' ? values.reduce((sum, one) => sum + one, 0) : Math.max(0, ...values),
    )
  }
  return ceiling(most)
}

function Values({ at, points, series, write }: { at: number } & Pick<ChartProps, 'points' | 'series' | 'write'>) {
  return (
    <div className="max-w-72 rounded-md border floating px-3 py-2 text-sm shadow-float">
      <p className="font-medium">{points[at]!.long}</p>
      <ul>
        {series.map((one, index) => {
          const value = one.values[at]
          return value === null || value === undefined ? null : (
            <li key={index} className="flex items-center gap-2">
              <Dot color={colorOf(one, index)} />
              <span className="min-w-0 flex-1 truncate text-muted">{one.name}</span>
              <span className="numbers pl-3">{write(value)}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Dot({ color }: { color: string }) {
  return <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: color }} />
}
