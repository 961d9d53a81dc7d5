import { useId, useMemo, useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { SearchInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useMembers } from '../data'
import type { Room, Swarm } from '../types'
import { NewRoom } from './new-room'
import { directWith, fitting, sorted } from './order'
import { RoomRow } from './row'
import { useRooms } from './use-rooms'

/** From how many rooms on one wants to search them. */
const MANY = 9

/** The rooms of a swarm: those of the person, and, folded away, those that residents have among themselves. */
export function RoomsRail({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm-rooms')
  const { room: shown, view } = useAddress()
  const swarmId = swarm.id
  const rooms = useRooms(swarmId)
  const members = useMembers(swarmId)
  const heading = useId()
  const [sought, setSought] = useState('')
  const [creating, setCreating] = useState(false)
  const { mine, others } = useMemo(() => sorted(rooms.data ?? []), [rooms.data])
  const current = shown && (directWith(rooms.data ?? [], shown)?.id ?? shown)
  const list = (some: readonly Room[], label: string) => (
    <ul aria-label={label} className="flex flex-col gap-px">
      {some.map((room) => (
        <RoomRow key={room.id} room={room} members={members} selected={room.id === current && view === undefined} />
      ))}
    </ul>
  )
  const [fit, fitOthers] = [fitting(mine, sought, members), fitting(others, sought, members)]
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-1 p-2">
      <div className="flex h-9 items-center gap-1 pr-1 pl-2">
        <h2 id={heading} className="min-w-0 flex-1 truncate text-sm font-semibold text-muted">
          {t('rail.title')}
        </h2>
        <IconButton icon="plus" size="small" label={t('rail.new')} onClick={() => setCreating(true)} />
      </div>
      {mine.length + others.length > MANY && (
        <SearchInput value={sought} onChange={setSought} label={t('rail.search')} className="mx-1 mb-1" />
      )}
      {rooms.isPending && [0, 1, 2].map((one) => <Skeleton key={one} className="mx-1 h-13" />)}
      {rooms.error && !rooms.data && (
        <Failure error={rooms.error} onRetry={() => void rooms.refetch()} className="py-6" />
      )}
      {rooms.data && fit.length > 0 && list(fit, t('rail.title'))}
      {rooms.data && !fit.length && (
        <div className="flex flex-col items-start gap-2 px-2 py-2 text-sm text-muted">
          <p>{t(sought ? 'rail.noneFound' : 'rail.none')}</p>
          {!sought && (
            <Button size="small" icon="plus" onClick={() => setCreating(true)}>
              {t('rail.new')}
            </Button>
          )}
        </div>
      )}
      {fitOthers.length > 0 && (
        <Among
          key={String(Boolean(sought))}
          count={fitOthers.length}
          begins={sought !== '' || others.some((room) => room.id === current)}
        >
          {() => list(fitOthers, t('rail.among'))}
        </Among>
      )}
      <NewRoom open={creating} onClose={() => setCreating(false)} />
    </section>
  )
}

function Among({ count, begins, children }: { count: number; begins: boolean; children: () => React.ReactNode }) {
  const t = useTexts('swarm-rooms')
  const [open, setOpen] = useState(begins)
  const id = useId()
  return (
    <div className="flex flex-col">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={cn(
            'flex h-8 w-full items-center gap-1.5 rounded-md px-2 text-sm text-muted',
            'transition-colors duration-120 hover:bg-hover hover:text-ink',
          )}
        >
          <Icon name="caret-right" size={13} className={cn('transition-transform duration-120', open && 'rotate-90')} />
          <span className="min-w-0 flex-1 truncate text-left">{t('rail.among')}</span>
          <span className="numbers text-xs">{count}</span>
        </button>
      </h3>
      <div id={id}>{open && children()}</div>
    </div>
  )
}
