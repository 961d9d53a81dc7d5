import { Chip, type Tone } from '@/components/chip'
import type { InterfaceIcon } from '@/components/icon-names'
import { Tooltip } from '@/components/tooltip'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import type { Swarm } from './types'

const LOOKS: Record<Swarm['status'], [Tone, InterfaceIcon]> = {
  running: ['success', 'play'],
  paused: ['warning', 'pause'],
  stopped: ['neutral', 'stop'],
}

/** How a swarm stands, with why on pointing; while it runs, how many are at work. */
export function StatusChip({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const why = useWhy()
  const working = swarm.status === 'running' && swarm.working > 0
  const [tone, icon] = working ? (['info', 'lightning'] as const) : LOOKS[swarm.status]
  const chip = (
    <span className="inline-flex shrink-0">
      <Chip tone={tone} icon={icon}>
        {working ? t('atWork', { count: swarm.working, n: format.number(swarm.working) }) : t(`status.${swarm.status}`)}
      </Chip>
    </span>
  )
  return swarm.reason ? <Tooltip text={why(swarm.why, swarm.reason)}>{chip}</Tooltip> : chip
}

/** Mail that nobody could read. */
export function DeadChip({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const format = useFormat()
  if (!swarm.dead) return null
  return (
    <Chip tone="danger" icon="warning">
      {t('dead', { count: swarm.dead, n: format.number(swarm.dead) })}
    </Chip>
  )
}
