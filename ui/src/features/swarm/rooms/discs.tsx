import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'

import { memberOf, PERSON, type Member } from '../model'
import type { Room } from '../types'

/** The disc of a room: that of whom one writes to, or two of a group's members. */
export function RoomDisc({
  room,
  members,
  size = 36,
}: {
  room: Room
  members: ReadonlyMap<string, Member>
  size?: number
}) {
  const others = room.members.filter((id) => id !== PERSON).map((id) => memberOf(members, id))
  const [first, second] = others
  if (others.length === 1 && room.kind === 'direct') return <Avatar agent={first} size={size} />
  if (!first || !second) {
    return (
      <span
        aria-hidden
        className="module-soft module-ink inline-grid shrink-0 place-items-center rounded-full"
        style={{ width: size, height: size }}
      >
        <Icon name="users-three" size={Math.round(size * 0.56)} />
      </span>
    )
  }
  const small = Math.round(size * 0.68)
  return (
    <span aria-hidden className="relative inline-block shrink-0" style={{ width: size, height: size }}>
      <Avatar agent={second} size={small} className="absolute! top-0 right-0" />
      <span className="absolute bottom-0 left-0 rounded-full bg-surface p-0.5">
        <Avatar agent={first} size={small - 2} className="block!" />
      </span>
    </span>
  )
}

/** A few discs that overlap. */
export function Discs({
  of,
  size = 22,
  most = 4,
  className,
}: {
  of: readonly Member[]
  size?: number
  most?: number
  className?: string
}) {
  return (
    <span aria-hidden className={cn('inline-flex shrink-0 items-center', className)}>
      {of.slice(0, most).map((member, index) => (
        <span key={member.id} className={cn('inline-flex rounded-full bg-surface p-px', index > 0 && '-ml-1.5')}>
          <Avatar agent={member} size={size} />
        </span>
      ))}
    </span>
  )
}
