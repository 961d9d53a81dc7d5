import { useMemo } from 'react'

import { Avatar } from '@/components/avatar'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useSwarmLive } from '@/live/swarm'

import { useResidents } from '../data'
import { memberOf, type Member } from '../model'
import { Dots } from '../rooms/row'
import type { Mail } from '../types'
import { useMailActions } from './actions'
import { typingIn } from './typing'

const MOST_DISCS = 3

interface TypingLineProps {
  swarmId: string
  roomId: string
  mails: readonly Mail[]
  members: ReadonlyMap<string, Member>
}

/** Who works on the mail of this room now, and on what; it keeps its height when nobody does. */
export function TypingLine({ swarmId, roomId, mails, members }: TypingLineProps) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const { mind } = useMailActions()
  const { data: residents } = useResidents(swarmId)
  const doing = useSwarmLive((live) => live.doing)
  const typing = useMemo(() => typingIn(roomId, residents ?? [], doing, mails), [roomId, residents, doing, mails])
  const [one] = typing
  const names = format.list(typing.slice(0, MOST_DISCS).map((each) => memberOf(members, each.resident).name))
  const words = !one
    ? ''
    : typing.length > MOST_DISCS
      ? t('typing.many', { count: typing.length })
      : typing.length > 1
        ? t('typing.several', { names })
        : one.activity === 'calling'
          ? t('typing.calling', { name: names, tool: one.tool })
          : t(`typing.${one.activity}`, { name: names })
  return (
    <div className="mx-auto flex h-7 w-full max-w-[920px] shrink-0 items-center gap-2 px-4 text-sm text-muted">
      {one && (
        <>
          <span aria-hidden className="flex">
            {typing.slice(0, MOST_DISCS).map((each, index) => (
              <Avatar
                key={each.resident}
                agent={memberOf(members, each.resident)}
                size={18}
                className={index ? '-ml-1' : ''}
              />
            ))}
          </span>
          <button
            type="button"
            onClick={() => mind(one.resident, null)}
            className="min-h-6 min-w-0 truncate rounded-sm hover:text-ink hover:underline"
          >
            {words}
          </button>
          {one.activity !== 'waiting' && <Dots className="border-0! bg-transparent!" />}
        </>
      )}
      <span role="status" className="sr-only">
        {words}
      </span>
    </div>
  )
}
