import { IconButton } from '@/components/button'
import { useTexts } from '@/lib/text'

import { useAddress } from './address'
import { StatusChip } from './status-chip'
import type { Swarm } from './types'

/** The way back to rooms and residents, where a room or a view has the whole screen. */
export function BackBar({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const { view, go } = useAddress()
  return (
    <header className="flex shrink-0 items-center gap-2 border-b px-3 py-1.5">
      <IconButton
        icon="arrow-left"
        label={t('backToSwarm')}
        onClick={() => go({ room: undefined, view: undefined, mail: undefined })}
      />
      <h1 className="min-w-0 truncate text-md font-semibold">
        {swarm.name}
        {view && <span className="font-normal text-muted"> · {t(`views.${view}`)}</span>}
      </h1>
      <span className="ml-auto">
        <StatusChip swarm={swarm} />
      </span>
    </header>
  )
}
