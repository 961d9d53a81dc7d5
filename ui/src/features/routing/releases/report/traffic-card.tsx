import { useMemo, useState } from 'react'

import { ChartCard, Flow, PALETTE } from '@/components/chart'
import { Choice } from '@/components/tabs'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { movedOf, trafficOf } from '../traffic'
import type { ReplayReport } from '../types'
import { useNames } from './use-names'

const OTHERS = '…'
const ROW = 34
const LEAST = 140
const MOST = 340

/** Who gets the messages before and after, as bands; the shares of each as a table. */
export function TrafficCard({ report }: { report: ReplayReport }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const agents = useAgentsById()
  const nameOf = useNames()
  const [wanted, setWanted] = useState<'all' | 'moved'>('all')
  const all = useMemo(() => trafficOf(report), [report])
  const moved = useMemo(() => movedOf(all), [all])
  const shown = moved.length ? wanted : 'all'
  const links = shown === 'all' ? all : moved
  const name = (key: string) => (key === OTHERS ? t('others') : nameOf(key))
  const rows = new Set(links.map(({ from }) => from)).size
  const height = Math.min(MOST, Math.max(LEAST, ROW * Math.max(rows, new Set(links.map(({ to }) => to)).size)))
  return (
    <ChartCard
      title={t('report.traffic')}
      about={t('report.trafficAbout')}
      height=""
      table={{
        caption: t('report.traffic'),
        head: [t('report.agent'), t('report.before'), t('report.after'), t('report.difference')],
        rows: report.shares.map(({ agent, before, after }) => [
          nameOf(agent),
          format.number(before),
          format.number(after),
          signed(after - before, format.number),
        ]),
      }}
    >
      {moved.length > 0 && (
        <div className="mb-3">
          <Choice
            size="small"
            label={t('report.traffic')}
            value={shown}
            onChange={setWanted}
            options={[
              { value: 'all', label: t('report.trafficAll') },
              { value: 'moved', label: t('report.trafficMoved') },
            ]}
          />
        </div>
      )}
      <Flow
        label={t('report.traffic')}
        links={links}
        height={height}
        nameOf={name}
        write={(count) => format.number(count)}
        colorOf={(key) => agents.get(key)?.color ?? (key ? PALETTE[3] : 'var(--faint)')}
        describe={({ from, to, count }) =>
          from === to
            ? t('report.kept', { from: name(from), n: format.number(count) })
            : t('report.sentence', { from: name(from), to: name(to), n: format.number(count) })
        }
      />
    </ChartCard>
  )
}

const signed = (difference: number, write: (value: number) => string): string =>
  difference > 0 ? `+${write(difference)}` : difference < 0 ? `−${write(-difference)}` : '0'
