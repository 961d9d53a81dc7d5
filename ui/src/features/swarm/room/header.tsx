import { useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { memberOf, type Member } from '../model'
import { Discs, RoomDisc } from '../rooms/discs'
import { Members } from '../rooms/members'
import { isMine, partners, titleOf } from '../rooms/order'
import { useRoomActs } from '../rooms/use-acts'
import type { Room } from '../types'

const LONGEST_NAME = 80

/** Which room it is, who is there, and what can be done with it. */
export function RoomHeader({ room, members }: { room: Room; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm-rooms')
  const { swarmId, go } = useAddress()
  const acts = useRoomActs(swarmId)
  const [open, setOpen] = useState<'members' | 'rename' | null>(null)
  const group = room.kind === 'group'
  const others = partners(room, members)
  const title = titleOf(room, members)
  return (
    <header className="flex min-h-13 shrink-0 items-center gap-2.5 border-b px-3 py-1.5 sm:px-4">
      <RoomDisc room={room} members={members} size={32} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">{title}</h2>
        {!group && (
          <p className="truncate text-sm text-muted">
            {others
              .map((one) => one.role)
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {group && (
          <p className="truncate text-sm text-muted sm:hidden">{t('room.members', { count: room.members.length })}</p>
        )}
      </div>
      {room.status === 'paused' && (
        <Chip tone="warning" icon="pause">
          {t('room.pausedChip')}
        </Chip>
      )}
      {group && (
        <button
          type="button"
          onClick={() => setOpen('members')}
          aria-label={t('room.showMembers', { count: room.members.length })}
          title={room.members.map((id) => memberOf(members, id).name).join(', ')}
          className={cn(
            'flex h-8 items-center gap-1.5 rounded-full px-1.5 text-sm text-muted',
            'transition-colors duration-120 hover:bg-hover hover:text-ink max-sm:hidden',
          )}
        >
          <Discs of={room.members.map((id) => memberOf(members, id))} />
          <span className="numbers">{room.members.length}</span>
        </button>
      )}
      {group && !isMine(room) && (
        <Button size="small" onClick={() => void acts.join(room)}>
          {t('room.join')}
        </Button>
      )}
      <Menu trigger={<IconButton icon="dots-three" label={t('room.more', { name: title })} />}>
        {!group &&
          others.map((one) => (
            <MenuItem key={one.id} icon="brain" onSelect={() => go({ resident: one.id })}>
              {t('room.mind', { name: one.name })}
            </MenuItem>
          ))}
        {group && (
          <MenuItem icon="users-three" onSelect={() => setOpen('members')}>
            {t('room.editMembers')}
          </MenuItem>
        )}
        {group && (
          <MenuItem icon="pencil-simple" onSelect={() => setOpen('rename')}>
            {t('room.rename')}
          </MenuItem>
        )}
        <MenuLine />
        {room.status === 'paused' ? (
          <MenuItem icon="play" onSelect={() => void acts.resume(room)}>
            {t('room.resume')}
          </MenuItem>
        ) : (
          <MenuItem icon="pause" onSelect={() => void acts.pause(room)}>
            {t('room.pause')}
          </MenuItem>
        )}
        <MenuItem icon="stop" onSelect={() => void acts.stop(room)}>
          {t('room.stop')}
        </MenuItem>
        {group && isMine(room) && <MenuLine />}
        {group && isMine(room) && (
          <MenuItem icon="sign-out" onSelect={() => void acts.leave(room)}>
            {t('room.leave')}
          </MenuItem>
        )}
      </Menu>
      {group && <Members room={room} members={members} open={open === 'members'} onClose={() => setOpen(null)} />}
      <Dialog open={open === 'rename'} onClose={() => setOpen(null)} title={t('room.rename')}>
        <Rename name={room.name} onClose={() => setOpen(null)} onRename={(name) => acts.rename(room, name)} />
      </Dialog>
    </header>
  )
}

function Rename({
  name,
  onClose,
  onRename,
}: {
  name: string
  onClose: () => void
  onRename: (name: string) => Promise<boolean>
}) {
  const t = useTexts('swarm-rooms')
  const shared = useTexts('shared')
  const [text, setText] = useState(name)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const done = await onRename(text.trim())
    setBusy(false)
    if (done) onClose()
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) void save()
      }}
    >
      <Field label={t('new.name')}>
        {(control) => (
          <TextInput
            {...control}
            value={text}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{shared('cancel')}</Button>
        <Button type="submit" look="primary" busy={busy} disabled={!text.trim()}>
          {shared('save')}
        </Button>
      </div>
    </form>
  )
}
