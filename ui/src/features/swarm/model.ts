/** What the parts of the swarm page share: who is who. */

import { PERSON } from '@/lib/residents'

export { PERSON }

/** Characters of a goal, of guidance and of a name. */
export const LONGEST_GOAL = 20_000
export const LONGEST_NAME = 80

/** A member as rooms, mails and graphs show them. */
export interface Member {
  id: string
  name: string
  role: string
  color: string
  icon: string
  isPerson: boolean
}

/** Returns everybody by id. */
export function membersOf(
  residents: readonly { id: string; name: string; role: string; color: string; icon: string }[],
  you: string,
): ReadonlyMap<string, Member> {
  return new Map<string, Member>([
    [PERSON, { id: PERSON, name: you, role: '', color: '#0F766E', icon: 'user-circle', isPerson: true }],
    ...residents.map(({ id, name, role, color, icon }): [string, Member] => [
      id,
      { id, name, role, color, icon, isPerson: false },
    ]),
  ])
}

/** Returns a member, also one that is not in the list yet. */
export function memberOf(members: ReadonlyMap<string, Member>, id: string): Member {
  return members.get(id) ?? { id, name: id, role: '', color: '#6B7280', icon: 'robot', isPerson: false }
}

/** The room to open where the address names none: of those of the person the one with the latest mail. */
export function roomToOpen(
  rooms: readonly { id: string; members: readonly string[]; lastMailAt: string | null }[],
): string | undefined {
  const own = rooms.filter((room) => room.members.includes(PERSON))
  return own.toSorted((a, b) => (b.lastMailAt ?? '').localeCompare(a.lastMailAt ?? ''))[0]?.id
}
