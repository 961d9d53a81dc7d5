import { useState } from 'react'

import { Avatar } from '@/components/avatar'
import { Button, IconButton } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { memberOf, PERSON, type Member } from '../model'
import type { Room } from '../types'
import { MemberPicker } from './member-picker'
import { useRoomActs } from './use-acts'

interface MembersProps {
  room: Room
  members: ReadonlyMap<string, Member>
  open: boolean
  onClose: () => void
}

/** Who is in a group; people take members out and in. */
export function Members({ room, members, open, onClose }: MembersProps) {
  const t = useTexts('swarm-rooms')
  return (
    <Dialog open={open} onClose={onClose} title={t('members.title', { count: room.members.length })}>
      <Lists room={room} members={members} />
    </Dialog>
  )
}

function Lists({ room, members }: Omit<MembersProps, 'open' | 'onClose'>) {
  const t = useTexts('swarm-rooms')
  const { swarmId } = useAddress()
  const acts = useRoomActs(swarmId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<string | null>(null)
  const outside = [...members.values()].filter((one) => !room.members.includes(one.id))
  const add = async () => {
    setBusy('add')
    for (const id of chosen) if (!(await acts.join(room, id))) break
    setChosen((now) => new Set([...now].filter((id) => !chosen.has(id))))
    setBusy(null)
  }
  const remove = async (id: string) => {
    setBusy(id)
    await acts.leave(room, id)
    setBusy(null)
  }
  return (
    <div className="flex flex-col gap-5">
      <ul aria-label={t('members.inside')} className="flex flex-col">
        {room.members.map((id) => {
          const member = memberOf(members, id)
          return (
            <li key={id} className="flex min-h-11 items-center gap-2.5 rounded-md px-1 hover:bg-hover">
              <Avatar agent={member} size={28} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{member.name}</span>
                {member.role && <span className="block truncate text-sm text-muted">{member.role}</span>}
              </span>
              {id === PERSON ? (
                <Button size="small" look="quiet" busy={busy === id} onClick={() => void remove(id)}>
                  {t('room.leave')}
                </Button>
              ) : (
                <IconButton
                  icon="x"
                  size="small"
                  danger
                  label={t('members.remove', { name: member.name })}
                  disabled={busy !== null}
                  onClick={() => void remove(id)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {outside.length > 0 && (
        <div className="flex flex-col gap-3">
          <MemberPicker label={t('members.add')} from={outside} chosen={chosen} onChange={setChosen} />
          <Button
            className="self-end"
            look="primary"
            disabled={!chosen.size}
            busy={busy === 'add'}
            onClick={() => void add()}
          >
            {t('members.addThem', { count: chosen.size })}
          </Button>
        </div>
      )}
    </div>
  )
}
