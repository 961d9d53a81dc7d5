import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'

import { api, data } from '@/client/api'
import { IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { keys } from '@/live/refresh'
import { useLive } from '@/live/store'
import { barLength } from '@/lib/bar'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { familyOf, LOOKS } from './families'
import { BUCKET_SECONDS, BUCKETS, perSecond } from './rate'
import { useKindName } from './use-words'

/** How much happens, and of what kinds. */
export function Statistics({ onKind }: { onKind: (kind: string) => void }) {
  return (
    <div className="flex flex-col gap-6">
      <Rate />
      <Counts onKind={onKind} />
    </div>
  )
}

/** A heading with the switch between a chart and its table. */
function Head({ title, table, onTable }: { title: string; table: boolean; onTable: (table: boolean) => void }) {
  const shared = useTexts('shared')
  return (
    <div className="flex items-center gap-2">
      <h2 className="min-w-0 flex-1 text-base font-semibold">{title}</h2>
      <IconButton
        size="small"
        icon={table ? 'chart-bar' : 'table'}
        label={shared(table ? 'chart' : 'table')}
        onClick={() => onTable(!table)}
      />
    </div>
  )
}

const WIDTH = 240
const HEIGHT = 48

function Rate() {
  const t = useTexts('debug')
  const format = useFormat()
  const about = useId()
  const facts = useLive((live) => live.facts)
  const pieces = useLive((live) => live.pieces)
  const [table, setTable] = useState(false)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const rates = perSecond(facts, Math.max(now, Date.parse(facts.at(-1)?.at ?? '') || 0))
  const most = Math.max(...rates)
  const rate = (value: number) => format.number(value, 1)
  const top = Math.max(most, 1)
  const step = WIDTH / (BUCKETS - 1)
  const line = rates
    .map((value, index) => `${(index * step).toFixed(1)},${(HEIGHT - (value / top) * (HEIGHT - 2) - 1).toFixed(1)}`)
    .join(' ')
  return (
    <section aria-label={t('stats.rate')} className="flex flex-col gap-2">
      <Head title={t('stats.rate')} table={table} onTable={setTable} />
      {table ? (
        <div className="max-h-64 overflow-y-auto">
          <table className="numbers w-full text-sm">
            <thead className="sticky top-0 bg-surface text-left text-muted">
              <tr>
                <th className="py-1 font-medium">{t('stats.ago')}</th>
                <th className="py-1 text-right font-medium">{t('stats.perSecond')}</th>
              </tr>
            </thead>
            <tbody>
              {rates.toReversed().map((value, index) => (
                <tr key={index} className="border-t">
                  <td className="py-1">{t('stats.secondsAgo', { count: (index + 1) * BUCKET_SECONDS })}</td>
                  <td className="py-1 text-right">{rate(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-14 w-full text-accent"
            role="img"
            aria-describedby={about}
            aria-label={t('stats.rateAbout')}
          >
            <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} className="fill-accent-soft" />
            <polyline
              points={line}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
              strokeLinejoin="round"
            />
          </svg>
          <div className="flex justify-between text-xs text-muted">
            <span>{t('stats.from')}</span>
            <span>{t('stats.to')}</span>
          </div>
        </>
      )}
      <p id={about} className="numbers text-sm text-muted">
        {t('stats.now', { rate: rate(rates.at(-1) ?? 0) })} · {t('stats.most', { rate: rate(most) })}
      </p>
      <p className="numbers text-sm text-muted" title={t('piecesAbout')}>
        {t('pieces', { count: pieces, n: format.number(pieces) })}
      </p>
    </section>
  )
}

function Counts({ onKind }: { onKind: (kind: string) => void }) {
  const t = useTexts('debug')
  const format = useFormat()
  const kindName = useKindName()
  const [table, setTable] = useState(false)
  const stats = useQuery({ queryKey: keys.eventStatistics, queryFn: () => data(api.GET('/api/debug/events/stats')) })
  const kinds = Object.entries(stats.data?.kinds ?? {})
  const most = Math.max(1, ...kinds.map(([, count]) => count))
  if (stats.error && !stats.data)
    return <Failure error={stats.error} onRetry={() => void stats.refetch()} className="py-6" />
  if (!stats.data) return <Skeleton className="h-80" />
  return (
    <section aria-label={t('stats.counts')} className="flex flex-col gap-2">
      <Head title={t('stats.counts')} table={table} onTable={setTable} />
      {!kinds.length && <p className="text-sm text-muted">{t('stats.none')}</p>}
      {table ? (
        <table className="numbers w-full text-sm">
          <thead className="text-left text-muted">
            <tr>
              <th className="py-1 font-medium">{t('stats.kind')}</th>
              <th className="py-1 text-right font-medium">{t('stats.count')}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(([kind, count]) => (
              <tr key={kind} className="border-t">
                <td className="py-1 pr-2">{kindName(kind)}</td>
                <td className="py-1 text-right">{format.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ul className="flex flex-col gap-0.5">
          {kinds.map(([kind, count]) => {
            const look = LOOKS[familyOf(kind)]
            return (
              <li key={kind}>
                <button
                  type="button"
                  title={t('stats.only', { kind: kindName(kind) })}
                  onClick={() => onKind(kind)}
                  className={cn(
                    'grid w-full grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 rounded-sm',
                    'px-1 py-1 text-left text-sm hover:bg-hover',
                  )}
                >
                  <Icon name={look.icon} size={15} className={look.ink} />
                  <span className="truncate">{kindName(kind)}</span>
                  <span className="numbers text-muted">{format.number(count)}</span>
                  <span aria-hidden className="col-span-2 col-start-2 h-1 rounded-full bg-sunken">
                    <span className={`block h-1 rounded-full ${look.fill}`} style={{ width: barLength(count, most) }} />
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <p className="numbers text-sm text-muted">
        {t('stats.total', { count: stats.data.total, n: format.number(stats.data.total) })}
      </p>
    </section>
  )
}
