import { useMemo } from 'react'

import { ChartCard } from '@/components/chart'
import { barLength } from '@/lib/bar'
import { useFormat } from '@/lib/format'
import { useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'

import { stageShares } from '../traffic'
import type { ReplayReport } from '../types'

/** Which step of routing settles how much, before and after. */
export function StagesCard({ report }: { report: ReplayReport }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const shares = useMemo(() => stageShares(report), [report])
  const nameOf = useStageName()
  const most = Math.max(0.01, ...shares.flatMap(({ before, after }) => [before, after]))
  const width = (share: number) => barLength(share, most)
  return (
    <ChartCard
      title={t('report.stages')}
      about={t('report.stagesAbout')}
      height=""
      table={{
        caption: t('report.stages'),
        head: [t('report.stages'), t('report.before'), t('report.after')],
        rows: shares.map(({ stage, before, after }) => [nameOf(stage), format.percent(before), format.percent(after)]),
      }}
    >
      <ul className="flex flex-col gap-3 pt-1">
        {shares.map(({ stage, before, after }) => (
          <li key={stage} className="flex flex-col gap-1">
            <span className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate">{nameOf(stage)}</span>
              <span className="numbers text-sm text-muted">{format.percent(before)} →</span>
              <span className="numbers text-sm font-medium">{format.percent(after)}</span>
            </span>
            <span aria-hidden className="flex flex-col gap-0.5">
              <span className="block h-1.5 rounded-full bg-line-strong" style={{ width: width(before) }} />
              <span
                className={`block h-1.5 rounded-full ${stage === 'model' ? 'bg-warning' : 'bg-accent'}`}
                style={{ width: width(after) }}
              />
            </span>
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}
