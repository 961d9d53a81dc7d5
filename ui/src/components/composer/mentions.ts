import { plain } from '@/lib/plain'

/** A name that is being written, and where it stands in the text. */
export interface Mention {
  /** Where the `@` stands. */
  at: number
  query: string
}

/** What is written in the place of a mention, and where the caret stands then. */
export interface Written {
  text: string
  caret: number
}

const MOST = 8

/** Returns the mention that is being written before the caret, or nothing. A name has no dot at its end. */
export function mentionAt(text: string, caret: number): Mention | null {
  const match = /(?:^|[\s([{"'«“,;:])@((?:[\p{L}\p{N}_-]|\.(?=[\p{L}\p{N}])){0,64})$/u.exec(text.slice(0, caret))
  return match ? { at: caret - match[1]!.length - 1, query: match[1]! } : null
}

/**
 * Those who match what is written, best first: by the beginning of one of their names, then anywhere in their words.
 */
export function matching<T>(all: readonly T[], query: string, namesOf: (one: T) => string[], wordsOf = namesOf): T[] {
  const sought = plain(query)
  const rank = (one: T) => {
    if (namesOf(one).some((name) => plain(name).startsWith(sought))) return 0
    return wordsOf(one).some((word) => plain(word).includes(sought)) ? 1 : 2
  }
  return all
    .filter((one) => rank(one) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
}

/** Returns `text` without the mention that ends at `caret`, and where the caret stands then. */
export function withoutMention(text: string, mention: Mention, caret: number): Written {
  const before = text.slice(0, mention.at).replace(/^\s+/, '')
  const after = text.slice(caret)
  return { text: before + (/\s$|^$/.test(before) ? after.replace(/^\s+/, '') : after), caret: before.length }
}

/** Returns the text with the mention written out, and where the caret stands behind it. */
export function withMention(text: string, mention: Mention, caret: number, name: string): Written {
  const written = `${text.slice(0, mention.at)}@${name} `
  return { text: written + text.slice(caret).replace(/^ /, ''), caret: written.length }
}
