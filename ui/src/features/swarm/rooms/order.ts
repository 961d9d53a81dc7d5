import { plain } from '@/lib/plain'

import { memberOf, PERSON, type Member } from '../model'
import type { Room } from '../types'

type Members = ReadonlyMap<string, Member>

/** The rooms that the person is in, and those that residents have among themselves; each latest first. */
export interface Sorted {
  mine: Room[]
  others: Room[]
}

const MARKS = /\*\*|~~|`{1,3}|^(?:#{1,6}|>|[-*+]) /gm

/** Returns the beginning of a mail as one line, without the marks of its Markdown. */
export const inOneLine = (text: string): string => text.replace(MARKS, '').replace(/\s+/g, ' ').trim()

const latest = (room: Room) => Date.parse(room.lastMailAt ?? room.createdAt)

export function sorted(rooms: readonly Room[]): Sorted {
  const all = [...rooms].sort((a, b) => latest(b) - latest(a) || a.id.localeCompare(b.id))
  return { mine: all.filter(isMine), others: all.filter((room) => !isMine(room)) }
}

export const isMine = (room: Room): boolean => room.members.includes(PERSON)

/** Everybody in a direct room but the person; both where it is none of theirs. */
export function partners(room: Room, members: Members): Member[] {
  return room.members.filter((id) => id !== PERSON).map((id) => memberOf(members, id))
}

/** What a room is called: its name, or whom one writes to there. */
export function titleOf(room: Room, members: Members): string {
  if (room.kind === 'group' && room.name) return room.name
  return partners(room, members)
    .map((one) => one.name)
    .join(' · ')
}

/** The room of the person and one resident, where they have written already. */
export function directWith(rooms: readonly Room[], residentId: string): Room | undefined {
  return rooms.find((room) => room.kind === 'direct' && isMine(room) && room.members.includes(residentId))
}

/** Rooms whose title or members have the words in them. */
export function fitting(rooms: readonly Room[], sought: string, members: Members): Room[] {
  const words = plain(sought).split(/\s+/).filter(Boolean)
  return rooms.filter((room) => {
    const text = plain([titleOf(room, members), ...room.members.map((id) => memberOf(members, id).name)].join(' '))
    return words.every((word) => text.includes(word))
  })
}
