export interface Word {
  text: string
  kind: string
}

const MOST = 4

/**
 * Chooses the words that tell a person best why an agent was chosen: real words rather than numbers, and what a
 * pattern matched only where there are none.
 */
export function toldWords(matched: readonly Word[]): Word[] {
  const distinct = matched.filter(
    (one, index) => matched.findIndex((other) => plain(other.text) === plain(one.text)) === index,
  )
  const words = distinct.filter((one) => one.kind !== 'pattern' && /\p{L}{2}/u.test(one.text))
  const patterns = distinct.filter((one) => one.kind === 'pattern')
  const shown = words.length ? words : patterns.length ? patterns.slice(0, 1) : distinct
  // “word” says nothing beside “word count”.
  return shown
    .filter((one) => !shown.some((other) => other !== one && plain(other.text).split(' ').includes(plain(one.text))))
    .slice(0, MOST)
}

const plain = (text: string): string => text.toLowerCase()
