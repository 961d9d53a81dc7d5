import { useEffect } from 'react'

import { Button } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { FoundMail } from '../mail/row'
import { useMailSearch } from '../mail/use-search'
import { memberOf, type Member } from '../model'
import { useRoomsById } from '../rooms/use-rooms'
import { isBetween, type Pair } from './pair'

interface BetweenProps {
  swarmId: string
  pair: Pair | null
  members: ReadonlyMap<string, Member>
  onClose: () => void
}

/** The mails that two members wrote to one another in the time that is looked at. */
export function Between({ swarmId, pair, members, onClose }: BetweenProps) {
  const t = useTexts('swarm-rooms')
  const title = pair ? t('flow.between', { a: memberOf(members, pair.a).name, b: memberOf(members, pair.b).name }) : ''
  return (
    <Drawer open={pair !== null} onClose={onClose} title={title}>
      {pair && <Mails key={`${pair.a} ${pair.b}`} swarmId={swarmId} pair={pair} members={members} />}
    </Drawer>
  )
}

/** Mails that are wanted before one has to ask for more. */
const ENOUGH = 20

function Mails({ swarmId, pair, members }: { swarmId: string; pair: Pair; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm-rooms')
  const rooms = useRoomsById(swarmId)
  const found = useMailSearch(swarmId, { search: '', member: pair.a, dead: false })
  const mails = found.mails.filter((mail) => isBetween(mail, pair))
  const { hasNextPage, isFetching, fetchNextPage } = found
  const last = found.mails.at(-1)
  // The server knows the mail of one member; what is not with the other is passed over.
  const passed = last !== undefined && Date.parse(last.sentAt) < pair.from
  const wanting = mails.length < ENOUGH && hasNextPage && !passed
  useEffect(() => {
    if (wanting && !isFetching) void fetchNextPage()
  }, [wanting, isFetching, fetchNextPage])
  if (found.error && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  return (
    <div className="-mx-2 flex flex-col">
      <ul aria-label={t('search.results')} className="flex flex-col gap-px">
        {mails.map((mail) => (
          <FoundMail key={mail.id} mail={mail} room={rooms.get(mail.roomId)} members={members} search="" />
        ))}
      </ul>
      {(found.isPending || wanting) && <Skeleton className="m-3 h-14" />}
      {!found.isPending && !wanting && !mails.length && <p className="px-3 py-4 text-muted">{t('flow.betweenNone')}</p>}
      {!wanting && hasNextPage && !passed && (
        <Button
          size="small"
          look="quiet"
          className="self-center"
          busy={found.isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('search.earlier')}
        </Button>
      )}
    </div>
  )
}
