import type { ReactNode } from 'react'

import { Card } from '@/components/page'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { GoldenResult, ReplayReport } from '../types'
import { Figures } from './figures'
import { FlipsCard } from './flips-card'
import { GoldenLines } from './golden-lines'
import { StagesCard } from './stages-card'
import { TrafficCard } from './traffic-card'

/** What a release would do to past messages and golden cases, beside what decides now. */
export function Report({ report, action }: { report: ReplayReport; action?: ReactNode }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const { groups, goldenBroken, goldenFixed } = report
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-md font-semibold">{t('report.title')}</h2>
          <p className="text-sm text-muted">
            {report.messages || report.golden
              ? t('report.about', {
                  count: report.messages,
                  golden: format.number(report.golden),
                  time: format.duration(report.milliseconds),
                })
              : t('report.noMessages')}
          </p>
        </div>
        {action}
      </div>
      <Figures report={report} />
      {goldenBroken.length > 0 && <Cases title={t('report.broken')} results={goldenBroken} />}
      {report.messages > 0 && (
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-3">
          <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
            <TrafficCard report={report} />
            {groups.length > 0 && <FlipsCard groups={groups} />}
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <StagesCard report={report} />
            {goldenFixed.length > 0 && <Cases title={t('report.fixed')} results={goldenFixed} fixed />}
          </div>
        </div>
      )}
      {report.messages === 0 && goldenFixed.length > 0 && (
        <Cases title={t('report.fixed')} results={goldenFixed} fixed />
      )}
    </section>
  )
}

function Cases({
  title,
  results,
  fixed = false,
}: {
  title: string
  results: readonly GoldenResult[]
  fixed?: boolean
}) {
  return (
    <Card title={title} className={fixed ? 'border-success/40' : 'border-danger/50'}>
      <div className="max-h-80 overflow-y-auto px-4 pt-1 pb-3.5">
        <GoldenLines results={results} fixed={fixed} />
      </div>
    </Card>
  )
}
