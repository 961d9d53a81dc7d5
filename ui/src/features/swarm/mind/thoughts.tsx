import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Empty, Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useStick } from '@/lib/stick'
import { useTexts } from '@/lib/text'
import { useDoing } from '@/live/swarm'

import { useAddress } from '../address'
import { useHistory } from '../data'
import type { Resident, ResidentTurn, Swarm } from '../types'
import { OpenTurn } from './open-turn'
import { Turn } from './turn'

/** Pages that are read in search of one turn. */
const MOST_PAGES = 20

/** The turns of a resident, the latest at the bottom, where it goes on as it thinks. */
export function Thoughts({ swarm, resident }: { swarm: Swarm; resident: Resident }) {
  const t = useTexts('swarm')
  const { toRoom, turn: marked } = useAddress()
  const history = useHistory(swarm.id, resident.id)
  const { scroller, content, atBottom, toBottom, release } = useStick()
  const turns = useMemo(() => (history.data?.pages ?? []).flatMap((page) => page.turns).reverse(), [history.data])
  const doing = useDoing(resident.id)
  // A turn that began a moment ago is told by events before it is read.
  const openId = doing?.executionId ?? resident.executionId
  const isNew = openId !== null && !turns.some((turn) => turn.executionId === openId)
  useMarked(marked, turns, history, release)
  useStay(scroller, turns[0]?.executionId)
  if (history.isPending) {
    return (
      <div className="flex flex-1 flex-col gap-4 p-4">
        {[0, 1].map((one) => (
          <Skeleton key={one} className="h-32" />
        ))}
      </div>
    )
  }
  if (history.error && !history.data) return <Failure error={history.error} onRetry={() => void history.refetch()} />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* It scrolls, also with the keyboard. */}
      <div
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label={t('mind.thoughts')}
        className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      >
        <div ref={content} className="flex flex-col pb-4">
          {history.hasNextPage && (
            <Button
              size="small"
              look="quiet"
              icon="arrow-up"
              busy={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
              className="mx-auto my-2"
            >
              {t('mind.earlier')}
            </Button>
          )}
          {turns.map((turn) => (
            <Turn
              key={turn.executionId}
              swarmId={swarm.id}
              turn={turn}
              open={turn.executionId === openId || isOpen(turn)}
              marked={turn.executionId === marked}
            />
          ))}
          {isNew && <OpenTurn swarmId={swarm.id} executionId={openId} />}
          {!turns.length && !isNew && (
            <Empty
              icon="brain"
              title={t('mind.none')}
              action={
                <Button icon="envelope-simple" onClick={() => toRoom(resident.id)}>
                  {t('mind.write', { name: resident.name })}
                </Button>
              }
            >
              {t('mind.noneBody')}
            </Empty>
          )}
        </div>
      </div>
      <IconButton
        icon="arrow-down"
        label={t('mind.latest')}
        onClick={toBottom}
        className={cn(
          'absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full border floating shadow-float',
          'transition-opacity duration-120',
          atBottom && 'pointer-events-none opacity-0',
        )}
        tabIndex={atBottom ? -1 : 0}
        aria-hidden={atBottom}
      />
      <Announcer name={resident.name} open={openId} />
    </div>
  )
}

const isOpen = ({ status }: ResidentTurn) => status === 'pending' || status === 'running' || status === 'waiting'

/** Tells screen readers that a turn begins and ends, not its every word. */
function Announcer({ name, open }: { name: string; open: string | null }) {
  const t = useTexts('swarm')
  const [before, setBefore] = useState(open)
  const [said, setSaid] = useState('')
  if (before !== open) {
    setBefore(open)
    setSaid(open ? t('mind.announced.working', { name }) : t('mind.announced.done', { name }))
  }
  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  )
}

/** Keeps what is read in its place when earlier turns come in above it. */
function useStay(scroller: React.RefObject<HTMLDivElement | null>, first: string | undefined): void {
  const before = useRef<{ first: string | undefined; height: number }>({ first, height: 0 })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const had = before.current
    if (had.first !== undefined && had.first !== first && box.scrollTop < 200)
      box.scrollBy(0, box.scrollHeight - had.height)
    before.current = { first, height: box.scrollHeight }
  })
}

/** Brings the turn that the address names into view, reading earlier ones until it is there. */
function useMarked(
  marked: string | undefined,
  turns: readonly ResidentTurn[],
  history: ReturnType<typeof useHistory>,
  release: () => void,
): void {
  const found = turns.some((turn) => turn.executionId === marked)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history
  const pages = history.data?.pages.length ?? 0
  useEffect(() => {
    if (!marked || found || !hasNextPage || isFetchingNextPage || pages >= MOST_PAGES) return
    void fetchNextPage()
  }, [marked, found, hasNextPage, isFetchingNextPage, fetchNextPage, pages])
  useEffect(() => {
    const element = marked && found ? document.getElementById(`turn-${marked}`) : null
    if (!element) return undefined
    release()
    element.scrollIntoView({ block: 'start' })
    // What is above it takes its real height only when it was once near the view.
    const frame = requestAnimationFrame(() => element.scrollIntoView({ block: 'start' }))
    return () => cancelAnimationFrame(frame)
  }, [marked, found, release])
}
