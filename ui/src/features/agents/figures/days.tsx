import { useState } from 'react'

import type { Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Tooltip } from '@/components/tooltip'
import { useFormat, type Format } from '@/lib/format'
import { useTexts } from '@/lib/text'

type Day = Schemas['AgentDay']

const WIDTH = 10
const GAP = 3
const HEIGHT = 96

/** A day of the calendar as the chosen language writes it. */
const dateOf = (day: Day, format: Format) => format.date(new Date(`${day.date}T12:00:00`))

/** Runs a day: bars, and the same as a table. */
export function Days({ days, color }: { days: readonly Day[]; color: string }) {
  const t = useTexts('agents-figures')
  const shared = useTexts('shared')
  const [asTable, setAsTable] = useState(false)
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 text-base font-semibold">{t('perDay')}</h3>
        <Button size="small" look="quiet" icon={asTable ? 'chart-bar' : 'table'} onClick={() => setAsTable(!asTable)}>
          {shared(asTable ? 'chart' : 'table')}
        </Button>
      </div>
      {asTable ? <DaysTable days={days} /> : <Bars days={days} color={color} />}
    </section>
  )
}

function Bars({ days, color }: { days: readonly Day[]; color: string }) {
  const t = useTexts('agents-figures')
  const format = useFormat()
  const most = Math.max(1, ...days.map((day) => day.executions))
  const total = days.reduce((sum, day) => sum + day.executions, 0)
  const width = days.length * (WIDTH + GAP) - GAP
  const scale = (count: number) => (count / most) * HEIGHT
  return (
    <div>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chart', { count: days.length, total: format.number(total) })}
        className="block h-24 w-full"
      >
        {days.map((day, index) => {
          const x = index * (WIDTH + GAP)
          const done = scale(day.executions - day.failed)
          const failed = scale(day.failed)
          return (
            <Tooltip key={day.date} text={<DayWords day={day} />}>
              <g className="opacity-90 hover:opacity-100">
                <rect x={x - GAP / 2} y={0} width={WIDTH + GAP} height={HEIGHT} fill="transparent" />
                <rect x={x} y={HEIGHT - 1} width={WIDTH} height={1} className="fill-line-strong" />
                <rect
                  x={x}
                  y={HEIGHT - done - failed}
                  width={WIDTH}
                  height={done}
                  style={{ fill: `color-mix(in oklab, ${color} 75%, var(--ink))` }}
                />
                <rect x={x} y={HEIGHT - failed} width={WIDTH} height={failed} className="fill-danger" />
              </g>
            </Tooltip>
          )
        })}
      </svg>
      <div className="numbers mt-1 flex justify-between text-xs text-muted">
        <span>{days[0] && dateOf(days[0], format)}</span>
        <span>{days.length > 0 && dateOf(days.at(-1)!, format)}</span>
      </div>
    </div>
  )
}

function DayWords({ day }: { day: Day }) {
  const t = useTexts('agents-figures')
  const format = useFormat()
  const words = [
    t('dayRuns', { count: day.executions }),
    ...(day.failed ? [t('dayFailed', { count: day.failed })] : []),
    ...(day.meanMs === null ? [] : [t('dayMean', { time: format.duration(day.meanMs) })]),
  ]
  return (
    <>
      {dateOf(day, format)}
      <br />
      {words.join(' · ')}
    </>
  )
}

function DaysTable({ days }: { days: readonly Day[] }) {
  const t = useTexts('agents-figures')
  const format = useFormat()
  return (
    <table className="numbers w-full text-sm">
      <thead className="text-muted">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            {t('day')}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t('runs')}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t('failed')}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t('mean')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.date} className="border-t">
            <th scope="row" className="py-1 text-left font-normal">
              {dateOf(day, format)}
            </th>
            <td className="py-1 text-right">{format.number(day.executions)}</td>
            <td className="py-1 text-right">{format.number(day.failed)}</td>
            <td className="py-1 text-right">{day.meanMs === null ? '–' : format.duration(day.meanMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
