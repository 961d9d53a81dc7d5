import { useState } from 'react'

import { Select, Switch } from '@/components/field'
import { Card } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useMe, useSpending, type SpentBy } from './data'

const BY: readonly SpentBy[] = ['model', 'agent', 'day', 'person']
const DAYS = [1, 7, 30, 365]

/** What was spent in the last days, on what. */
export function SpendingCard() {
  const t = useTexts('budgets')
  const format = useFormat()
  const me = useMe()
  const [by, setBy] = useState<SpentBy>('model')
  const [days, setDays] = useState(30)
  const [all, setAll] = useState(false)
  const administers = me.data !== undefined && me.data.user.role !== 'member'
  const everybody = administers && (all || by === 'person')
  const found = useSpending(by, days, everybody)
  const spent = found.data?.filter((row) => by !== 'day' || row.modelCalls > 0) ?? []
  const most = Math.max(...spent.map((row) => row.money), 0)
  const total = spent.reduce((sum, row) => sum + row.money, 0)
  return (
    <Card
      title={t('spending.title')}
      actions={spent.length > 0 && <span className="numbers text-base font-semibold">{format.money(total)}</span>}
    >
      <div className="flex flex-wrap items-center gap-3 px-4 py-2">
        <Choice
          size="small"
          wraps
          label={t('spending.by')}
          value={by}
          onChange={setBy}
          options={BY.filter((each) => each !== 'person' || administers).map((each) => ({
            value: each,
            label: t(`spending.${each}`),
          }))}
        />
        <Select aria-label={t('spending.days')} value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {DAYS.map((each) => (
            <option key={each} value={each}>
              {t('spending.last', { count: each })}
            </option>
          ))}
        </Select>
        {administers && by !== 'person' && (
          <span className="flex items-center gap-2 text-sm">
            <Switch checked={all} onChange={setAll} label={t('spending.everybody')} />
            {t('spending.everybody')}
          </span>
        )}
      </div>
      {found.isPending ? (
        <Skeleton className="mx-4 mb-4 h-24" />
      ) : !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
      ) : !spent.length ? (
        <p className="px-4 pt-2 pb-4 text-muted">{t('spending.nothing')}</p>
      ) : (
        <div role="region" aria-label={t('spending.title')} tabIndex={0} className="overflow-x-auto px-4 pt-1 pb-3">
          <table className="w-full border-collapse text-left text-base">
            <caption className="sr-only">{t('spending.title')}</caption>
            <thead className="text-sm text-muted">
              <tr>
                <th scope="col" className="py-1.5 pr-3 font-medium">
                  {t(`spending.${by}`)}
                </th>
                {(['cost', 'tokens', 'calls'] as const).map((column) => (
                  <th key={column} scope="col" className="py-1.5 pl-3 text-right font-medium whitespace-nowrap">
                    {t(`spending.columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {spent.map((row) => (
                <tr key={row.key} className="border-t">
                  <th scope="row" className="min-w-36 py-2 pr-3 font-normal wrap-anywhere">
                    {by === 'day' ? format.date(`${row.key}T12:00:00`) : row.name || row.key || t('spending.nobody')}
                    <span aria-hidden className="mt-1 block h-1 rounded-full bg-sunken">
                      <span
                        className="block h-full rounded-full bg-accent"
                        style={{ width: `${most ? (row.money / most) * 100 : 0}%` }}
                      />
                    </span>
                  </th>
                  <td className="numbers py-2 pl-3 text-right">{format.money(row.money)}</td>
                  <td className="numbers py-2 pl-3 text-right">{format.compact(row.tokens)}</td>
                  <td className="numbers py-2 pl-3 text-right">{format.number(row.modelCalls)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="px-4 pb-4 text-sm text-muted">{t('spending.about')}</p>
    </Card>
  )
}
