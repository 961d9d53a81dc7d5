import { useState } from 'react'

import type { Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Card } from '@/components/page'
import { Tooltip } from '@/components/tooltip'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { ceiling } from './scale'

type Hour = Schemas['HourMetrics']

const HOUR_MS = 3_600_000
const TICKS_EVERY = 6

function useHour(): (at: string | number) => string {
  const language = usePreferences((state) => state.language)
  const formatter = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
  return (at) => formatter.format(new Date(at))
}

/** Runs by hour, as bars with the failed ones at their foot; as a table on demand. */
export function DayChart({ hours }: { hours: readonly Hour[] }) {
  const t = useTexts('home')
  const shared = useTexts('shared')
  const [asTable, setAsTable] = useState(false)
  const total = hours.reduce((sum, hour) => sum + hour.executions, 0)
  return (
    <Card
      title={t('day.title')}
      actions={
        <>
          <span className="numbers text-sm text-muted max-sm:sr-only">
            {total ? t('day.total', { count: total }) : t('day.none')}
          </span>
          <Button size="small" look="quiet" icon={asTable ? 'chart-bar' : 'table'} onClick={() => setAsTable(!asTable)}>
            {shared(asTable ? 'chart' : 'table')}
          </Button>
        </>
      }
    >
      <div className="h-56 px-4 pt-2 pb-3">{asTable ? <HourTable hours={hours} /> : <Bars hours={hours} />}</div>
    </Card>
  )
}

function Bars({ hours }: { hours: readonly Hour[] }) {
  const t = useTexts('home')
  const format = useFormat()
  const time = useHour()
  const top = ceiling(Math.max(0, ...hours.map((hour) => hour.executions)))
  const described = (hour: Hour) => {
    const all = t('day.bar', { count: hour.executions, from: time(hour.at), to: time(Date.parse(hour.at) + HOUR_MS) })
    return hour.failed ? format.list([all, t('day.failed', { count: hour.failed })]) : all
  }
  return (
    <div className="flex h-full flex-col">
      <div className="relative min-h-0 flex-1">
        {[1, 0.5, 0].map((share) => (
          <div
            key={share}
            aria-hidden
            className="absolute inset-x-0 flex -translate-y-1/2 items-center gap-2"
            style={{ top: `${(1 - share) * 100}%` }}
          >
            <span className="numbers w-7 shrink-0 text-right text-xs text-faint">
              {Number.isInteger(top * share) ? format.number(top * share) : ''}
            </span>
            <span className="h-px flex-1 bg-line" />
          </div>
        ))}
        <ol
          className="absolute inset-y-0 right-0 left-9 flex items-stretch gap-px sm:gap-1"
          aria-label={t('day.caption')}
        >
          {hours.map((hour) => (
            <li key={hour.at} className="min-w-0 flex-1">
              <Tooltip text={described(hour)}>
                <span className="group flex h-full flex-col justify-end rounded-sm hover:bg-hover/60">
                  <span className="sr-only">{described(hour)}</span>
                  <span
                    aria-hidden
                    className="flex flex-col justify-end overflow-hidden rounded-t-sm"
                    style={{ height: `${(hour.executions / top) * 100}%` }}
                  >
                    <span className="min-h-0 flex-1 bg-accent transition-opacity duration-120 group-hover:opacity-85" />
                    <span
                      className="bg-danger"
                      style={{ height: hour.executions ? `${(hour.failed / hour.executions) * 100}%` : 0 }}
                    />
                  </span>
                </span>
              </Tooltip>
            </li>
          ))}
        </ol>
      </div>
      <div aria-hidden className="relative ml-9 h-5 text-xs text-faint">
        {hours.map((hour, index) =>
          index % TICKS_EVERY === 0 ? (
            <span
              key={hour.at}
              className="numbers absolute top-1.5"
              style={{ left: `${(index / hours.length) * 100}%` }}
            >
              {time(hour.at)}
            </span>
          ) : null,
        )}
        <span className="absolute top-1.5 right-0">{t('day.now')}</span>
      </div>
    </div>
  )
}

function HourTable({ hours }: { hours: readonly Hour[] }) {
  const t = useTexts('home')
  const format = useFormat()
  const time = useHour()
  return (
    <div role="region" aria-label={t('day.caption')} tabIndex={0} className="h-full overflow-y-auto rounded-md border">
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{t('day.caption')}</caption>
        <thead className="sticky top-0 bg-sunken text-muted">
          <tr>
            <th scope="col" className="px-3 py-1.5 font-medium">
              {t('day.hour')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-medium">
              {t('day.runs')}
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-medium">
              {t('day.failures')}
            </th>
          </tr>
        </thead>
        <tbody className="numbers">
          {hours.toReversed().map((hour) => (
            <tr key={hour.at} className="border-t">
              <th scope="row" className="px-3 py-1 font-normal">
                {time(hour.at)}
              </th>
              <td className="px-3 py-1 text-right">{format.number(hour.executions)}</td>
              <td className="px-3 py-1 text-right">{format.number(hour.failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
