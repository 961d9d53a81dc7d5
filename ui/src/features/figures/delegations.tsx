import { useMemo, useState } from 'react'

import type { Schemas } from '@/client/api'
import { ChartCard, Flow, PALETTE } from '@/components/chart'
import { Card } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Filter } from './address'
import { csvOf, useDelegations } from './data'

type Kind = 'routed' | 'helper' | 'review' | 'swarm'
const KINDS: readonly Kind[] = ['routed', 'helper', 'review', 'swarm']
const OTHERS = '…'
const HEIGHT = 300

/** Who hands work to whom, as bands from the givers to the takers. */
export function DelegationsCard({ filter }: { filter: Filter }) {
  const t = useTexts('figures')
  const format = useFormat()
  const found = useDelegations(filter)
  const name = useName(found.data?.nodes)
  const agents = useAgentsById()
  const [kind, setKind] = useState<Kind | 'all'>('all')
  const all = useMemo(
    () => (found.data?.links ?? []).map(({ from, to, kind, count }) => ({ from, to, kind: kind as Kind, count })),
    [found.data],
  )
  const there = KINDS.filter((one) => all.some((link) => link.kind === one))
  const shown = kind !== 'all' && there.includes(kind) ? kind : 'all'
  const links = useMemo(() => (shown === 'all' ? all : all.filter((link) => link.kind === shown)), [all, shown])
  const title = t('delegations.title')
  if (!found.data) {
    return (
      <Card title={title} className="lg:col-span-2">
        {found.error ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
        ) : (
          <div className="p-4">
            <Skeleton className="h-75" />
          </div>
        )}
      </Card>
    )
  }
  return (
    <ChartCard
      title={title}
      about={t('delegations.about')}
      csv={csvOf(filter, 'delegations')}
      height="min-h-75"
      className="lg:col-span-2"
      table={{
        caption: title,
        head: [t('delegations.from'), t('delegations.to'), t('delegations.kind'), t('delegations.count')],
        rows: links.map((link) => [
          name(link.from),
          name(link.to),
          t(`delegations.kinds.${link.kind}`),
          format.number(link.count),
        ]),
      }}
    >
      {there.length > 1 && (
        <div className="figure-choice mb-3 flex max-w-full overflow-x-auto">
          <Choice<Kind | 'all'>
            size="small"
            label={t('delegations.kind')}
            value={shown}
            onChange={setKind}
            options={[
              { value: 'all' as const, label: t('delegations.all') },
              ...there.map((value) => ({ value, label: t(`delegations.kinds.${value}`) })),
            ]}
          />
        </div>
      )}
      <Flow
        label={title}
        links={links}
        height={HEIGHT}
        nameOf={name}
        write={(count) => format.number(count)}
        colorOf={(key) => agents.get(key)?.color ?? (key === 'person' ? 'var(--accent)' : PALETTE[3])}
        describe={({ from, to, count }) =>
          t('delegations.sentence', { from: name(from), to: name(to), count, n: format.number(count) })
        }
      />
    </ChartCard>
  )
}

/** What people call who takes part. */
function useName(nodes: readonly Schemas['Node'][] | undefined): (key: string) => string {
  const t = useTexts('figures')
  const agents = useAgentsById()
  const known = useMemo(() => new Map(nodes?.map((node) => [node.id, node])), [nodes])
  return (key) => {
    if (key === OTHERS) return t('delegations.others')
    if (key === 'person') return t('delegations.person')
    if (key === '') return t('delegations.nobody')
    const node = known.get(key)
    if (node?.kind === 'room' && node.name) return `# ${node.name}`
    return agents.get(key)?.name ?? node?.name ?? (key === SUPERVISOR ? t('delegations.supervisor') : key)
  }
}
