import { useState } from 'react'

import { Choice } from '@/components/tabs'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { RoomsRail } from './rooms'
import { ResidentsTree } from './tree'
import type { Swarm } from './types'

/** Rooms and residents below one another; where the rail is all there is, one of the two. */
export function Rail({ swarm, alone, className }: { swarm: Swarm; alone?: boolean; className?: string }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const [shown, setShown] = useState<'rooms' | 'residents'>('rooms')
  if (!alone) {
    return (
      <nav aria-label={t('rail')} className={cn('flex min-h-0 shrink-0 flex-col', className)}>
        <div className="flex max-h-1/2 min-h-0 shrink-0 flex-col overflow-y-auto border-b">
          <RoomsRail swarm={swarm} />
        </div>
        <ResidentsTree swarm={swarm} />
      </nav>
    )
  }
  return (
    <div className={cn('flex min-h-0 min-w-0 flex-col', className)}>
      <div className="flex shrink-0 px-4 pt-3 pb-1">
        <Choice
          label={t('rail')}
          value={shown}
          onChange={setShown}
          options={[
            {
              value: 'rooms',
              label: swarm.unread
                ? `${t('roomsTitle')} · ${t('unread', { count: swarm.unread, n: format.number(swarm.unread) })}`
                : t('roomsTitle'),
            },
            { value: 'residents', label: `${t('residentsTitle')} ${format.number(swarm.residents)}` },
          ]}
        />
      </div>
      {shown === 'rooms' ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <RoomsRail swarm={swarm} />
        </div>
      ) : (
        <ResidentsTree swarm={swarm} />
      )}
    </div>
  )
}
