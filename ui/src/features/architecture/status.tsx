import { Chip, type Tone } from '@/components/chip'
import type { InterfaceIcon } from '@/components/icon-names'
import { useTexts } from '@/lib/text'

import type { Run } from './flow'

const LOOKS: Record<Run['status'], [Tone, InterfaceIcon]> = {
  pending: ['neutral', 'clock'],
  running: ['accent', 'play'],
  waiting: ['info', 'hourglass'],
  completed: ['success', 'check'],
  failed: ['danger', 'x'],
  cancelled: ['neutral', 'stop'],
}

/** How far an execution is, in a word with an icon. */
export function StatusChip({ status }: { status: Run['status'] }) {
  const shared = useTexts('shared')
  const [tone, icon] = LOOKS[status]
  return (
    <Chip tone={tone} icon={icon}>
      {shared(`status.${status}`)}
    </Chip>
  )
}
