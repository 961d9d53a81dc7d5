import { Chip, type Tone } from '@/components/chip'
import type { InterfaceIcon } from '@/components/icon-names'
import { useTexts } from '@/lib/text'

import type { Server } from './registration'

type State = Server['connection']['state']

const LOOKS: Record<State, [Tone, InterfaceIcon]> = {
  disabled: ['neutral', 'power'],
  idle: ['info', 'plug'],
  connecting: ['info', 'circle-notch'],
  connected: ['success', 'check-circle'],
  failed: ['danger', 'warning-circle'],
}

/** How the person's connection stands. */
export function StateChip({ state }: { state: State }) {
  const t = useTexts('tools-servers')
  const [tone, icon] = LOOKS[state]
  return (
    <span title={t(`stateAbout.${state}`) || undefined} className="inline-flex shrink-0">
      <Chip tone={tone} icon={icon}>
        {t(`state.${state}`)}
      </Chip>
    </span>
  )
}
