import { Suspense, useState } from 'react'

import { ApiError } from '@/client/api'
import { buttonLook } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { useTitle } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { lazyPart } from '@/lib/lazy-part'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'
import { Link } from '@tanstack/react-router'

import { useAddress } from './address'
import { BackBar } from './back-bar'
import { useResidents, useSwarm } from './data'
import { SwarmHeader } from './header'
import { Mind } from './mind'
import { Rail } from './rail'
import { RoomView } from './room'
import type { Swarm } from './types'
import { useDefaultRoom } from './use-default-room'

const FlowView = lazyPart(() => import('./flow').then((module) => ({ default: module.FlowView })))
const MailView = lazyPart(() => import('./mail').then((module) => ({ default: module.MailView })))
const Waits = lazyPart(() => import('./waits').then((module) => ({ default: module.Waits })))

/** One swarm: rooms and residents at the left, a room or a view in the middle, a mind at the right. */
export default function SwarmPage() {
  const t = useTexts('swarm')
  const { swarmId } = useAddress()
  const swarm = useSwarm(swarmId)
  useTitle(swarm.data?.name ?? t('title'))
  const gone = swarm.error instanceof ApiError && swarm.error.status === 404
  return (
    <div
      className="module-wash flex h-full min-w-0 flex-col"
      style={{ '--hue': 'var(--module-swarm)' } as React.CSSProperties}
    >
      {gone ? (
        <div className="grid flex-1 place-items-center">
          <Empty
            icon="users-four"
            title={t('gone')}
            action={
              <Link to="/swarm" className={buttonLook('primary')}>
                {t('back')}
              </Link>
            }
          >
            {t('goneBody')}
          </Empty>
        </div>
      ) : swarm.data ? (
        <Whole key={swarmId} swarm={swarm.data} />
      ) : swarm.error ? (
        <div className="grid flex-1 place-items-center">
          <Failure error={swarm.error} onRetry={() => void swarm.refetch()} />
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Whole({ swarm }: { swarm: Swarm }) {
  const wide = useMedia('(min-width: 1100px)')
  const { room, resident, view, beside } = useAddress()
  // Where there is room for one thing, a room or a view stands in place of the rail.
  const inside = !wide && (room !== undefined || view !== undefined)
  return (
    <>
      {inside ? <BackBar swarm={swarm} /> : <SwarmHeader swarm={swarm} />}
      <div className="flex min-h-0 flex-1">
        {wide ? (
          <Rail swarm={swarm} className="w-70 border-r" />
        ) : (
          !inside && <Rail swarm={swarm} alone className="flex-1" />
        )}
        {(wide || inside) && (
          <div className="flex min-w-0 flex-1 flex-col">
            <Suspense fallback={<Skeleton className="m-6 h-64" />}>
              <Middle swarm={swarm} />
            </Suspense>
          </div>
        )}
        <MindPane swarm={swarm} residentId={resident} beside={beside} />
      </div>
    </>
  )
}

function Middle({ swarm }: { swarm: Swarm }) {
  const { view } = useAddress()
  switch (view) {
    case 'flow':
      return <FlowView swarm={swarm} />
    case 'waits':
      return <Waits swarm={swarm} />
    case 'mail':
      return <MailView swarm={swarm} />
    default:
      return <ChosenRoom swarm={swarm} />
  }
}

function ChosenRoom({ swarm }: { swarm: Swarm }) {
  const { room } = useAddress()
  // What was opened by itself stays open, also when mail comes in another room.
  const first = useDefaultRoom(swarm.id)
  const [opened, setOpened] = useState<string>()
  if (opened === undefined && first !== undefined) setOpened(first)
  const roomId = room ?? opened
  return roomId ? <RoomView key={roomId} swarm={swarm} roomId={roomId} /> : <Skeleton className="m-6 h-64" />
}

function MindPane({ swarm, residentId, beside }: { swarm: Swarm; residentId: string | undefined; beside: boolean }) {
  const t = useTexts('swarm')
  const { go } = useAddress()
  const name = useResidents(swarm.id).data?.find((one) => one.id === residentId)?.name ?? residentId ?? ''
  const close = () => go({ resident: undefined, turn: undefined })
  if (beside) {
    return residentId ? (
      <aside aria-label={t('mind.label', { name })} className="flex w-95 shrink-0 flex-col border-l bg-surface">
        <Mind key={residentId} swarm={swarm} residentId={residentId} onClose={close} />
      </aside>
    ) : null
  }
  return (
    <Drawer open={residentId !== undefined} onClose={close} title={t('mind.label', { name })}>
      {residentId && (
        <div className="-m-4 flex h-[calc(100%+32px)] flex-col">
          <Mind key={residentId} swarm={swarm} residentId={residentId} />
        </div>
      )}
    </Drawer>
  )
}

function Loading() {
  return (
    <div className="flex flex-1 flex-col">
      <div className="flex flex-col gap-2 border-b px-6 py-3">
        <Skeleton className="h-9 w-1/2" />
        <Skeleton className="h-8 w-2/3" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="flex w-70 flex-col gap-2 border-r p-3 max-lg:flex-1">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} className="h-11" />
          ))}
        </div>
        <div className="flex-1 p-6 max-lg:hidden">
          <Skeleton className="h-64" />
        </div>
      </div>
    </div>
  )
}
