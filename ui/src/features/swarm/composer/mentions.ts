import type { Member } from '../model'
import { plain } from '../rooms/order'

/** A member whose name a person is writing, and where it stands in the text. */
export interface Mention {
  /** Where the `@` stands. */
  at: number
  query: string
}

const MOST = 8

/** Returns the mention that is being written before the caret, or nothing. */
export function mentionAt(text: string, caret: number): Mention | null {
  const match = /(?:^|[\s([{"'«“,;:])@([\p{L}\p{N}_.-]{0,64})$/u.exec(text.slice(0, caret))
  return match ? { at: caret - match[1]!.length - 1, query: match[1]! } : null
}

/** Members that match what is written, best first: by the beginning of the name, then anywhere in name or role. */
export function matching(members: readonly Member[], query: string): Member[] {
  const sought = plain(query)
  const rank = (member: Member) => {
    if (plain(member.name).startsWith(sought)) return 0
    return [member.name, member.role].some((text) => plain(text).includes(sought)) ? 1 : 2
  }
  return members
    .filter((member) => rank(member) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
}

/** Returns the text with the mention written out, and where the caret stands behind it. */
export function withMention(text: string, mention: Mention, caret: number, name: string): { text: string; caret: number } {
  const written = `${text.slice(0, mention.at)}@${name} `
  return { text: written + text.slice(caret).replace(/^ /, ''), caret: written.length }
}
