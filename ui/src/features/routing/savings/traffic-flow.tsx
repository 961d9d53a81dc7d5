import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { ChartCard, Flow } from '@/components/chart'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { capital, useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

type Stage = Schemas['Stage']

const DAYS = 30
const HEIGHT = 280
const STAGE = 'stage '
const COLORS: Partial<Record<Stage, string>> = {
  intents: 'var(--kind-keyword)',
  tools: 'var(--kind-objective)',
  tags: 'var(--kind-tag)',
  examples: 'var(--kind-example)',
  model: 'var(--warning)',
  explicit: 'var(--kind-word)',
  addressed: 'var(--kind-word)',
  continued: 'var(--kind-objective)',
  follow_up: 'var(--kind-objective)',
}

/** From the stage that decided to the agent that got the message. */
export function TrafficFlow() {
  const t = useTexts('routing-savings')
  const stageName = useStageName()
  const format = useFormat()
  const agents = useAgentsById()
  const read = useQuery({
    queryKey: [...keys.traffic, DAYS],
    queryFn: ({ signal }) => data(api.GET('/api/routing/traffic', { params: { query: { days: DAYS } }, signal })),
  })
  const flows = read.data?.flows
  const links = useMemo(
    () => (flows ?? []).map((flow) => ({ from: STAGE + flow.stage, to: flow.agent ?? SUPERVISOR, count: flow.count })),
    [flows],
  )
  if (!flows?.length) return null
  const nameOf = (key: string) =>
    key.startsWith(STAGE) ? capital(stageName(key.slice(STAGE.length))) : (agents.get(key)?.name ?? key)
  const colorOf = (key: string) =>
    key.startsWith(STAGE)
      ? (COLORS[key.slice(STAGE.length) as Stage] ?? 'var(--faint)')
      : (agents.get(key)?.color ?? 'var(--faint)')
  return (
    <ChartCard
      title={t('traffic', { days: DAYS })}
      about={t('trafficAbout')}
      height="h-78"
      table={{
        caption: t('traffic', { days: DAYS }),
        head: [t('stage'), t('agent'), t('messages')],
        rows: links.map((link) => [nameOf(link.from), nameOf(link.to), format.number(link.count)]),
      }}
    >
      <Flow
        label={t('traffic', { days: DAYS })}
        links={links}
        height={HEIGHT}
        nameOf={nameOf}
        colorOf={colorOf}
        write={(count) => format.number(count)}
        describe={(link) => t('band', { stage: nameOf(link.from), agent: nameOf(link.to), count: link.count })}
      />
    </ChartCard>
  )
}
