import { useMemo } from 'react'

import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { ChartCard } from './card'
import { Chart } from './chart'
import { tableOf } from './model'
import type { ToolChart } from './tool-chart'

/** The chart that a tool made of its numbers, as a card. */
export function ToolChartView({ chart }: { chart: ToolChart }) {
  const t = useTexts('chart')
  const format = useFormat()
  const points = useMemo(() => chart.x.map((long) => ({ short: long, long })), [chart])
  const write = (value: number) => {
    const number = format.number(value, 2)
    if (!chart.unit) return number
    return chart.unit.length > 1 ? `${number} ${chart.unit}` : number + chart.unit
  }
  return (
    <ChartCard
      title={chart.title || t('untitled')}
      table={tableOf(chart.title || t('untitled'), t('point'), { points, series: chart.series, write })}
      className="my-1 max-w-170"
    >
      <Chart
        kind={chart.kind}
        label={chart.title || t('untitled')}
        points={points}
        series={chart.series}
        write={write}
        writeShort={format.compact}
        className="h-full"
      />
    </ChartCard>
  )
}
