import type { ReactNode } from 'react'

import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { ReplayReport } from '../types'

/** The four figures by which one judges a release. */
export function Figures({ report, narrow = false }: { report: ReplayReport; narrow?: boolean }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const share = (count: number) => format.percent(report.messages ? count / report.messages : 0)
  const broken = report.goldenBroken.length
  return (
    <dl
      className={cn('grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line', !narrow && 'lg:grid-cols-4')}
    >
      <Figure name={t('report.flips')} value={format.number(report.flips)} tone={report.flips ? 'text-warning' : ''}>
        {report.messages && !report.flips
          ? t('report.none')
          : t('report.flipsOf', { messages: format.number(report.messages) })}
      </Figure>
      <Figure
        name={t('report.golden')}
        value={report.golden ? format.number(report.goldenPassed) : '–'}
        tone={broken ? 'text-danger' : ''}
      >
        {report.golden ? t('report.goldenOf', { total: format.number(report.golden) }) : t('report.goldenNone')}
        {broken > 0 && <span className="text-danger"> · {t('report.brokenSome', { count: broken })}</span>}
      </Figure>
      <Figure
        name={t('report.model')}
        value={share(report.modelAfter)}
        tone={report.modelAfter > report.modelBefore ? 'text-warning' : ''}
      >
        {report.modelAfter === report.modelBefore
          ? t('report.modelSame')
          : t('report.modelFrom', { share: share(report.modelBefore) })}
      </Figure>
      <Figure name={t('report.speed')} value={format.micros(report.p50Microseconds)}>
        {t('report.speedAbout', { time: format.micros(report.p99Microseconds) })}
      </Figure>
    </dl>
  )
}

/** One figure with what it is of. */
export function Figure({
  name,
  value,
  tone = '',
  children,
}: {
  name: string
  value: string
  tone?: string
  children: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col bg-surface px-4 py-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={`numbers text-lg font-semibold ${tone}`}>{value}</dd>
      <dd className="text-sm break-words text-muted">{children}</dd>
    </div>
  )
}
