/** A stretch of a text, marked where it is what was sought. */
export interface Piece {
  text: string
  marked: boolean
}

/** Texts longer than this are shown from a little before the first mark. */
const LEAD = 60
const STEM = 4

/** `text` in lower case without diacritics; every character stays one, so that places in it are places in `text`. */
export function folded(text: string): string {
  let result = ''
  for (let index = 0; index < text.length; index += 1) {
    const one = text[index]!
    const bare = one.normalize('NFD')[0]!.toLowerCase()
    result += bare.length === 1 ? bare : one
  }
  return result
}

/** Marks the words of `text` that are one of `words`, in any of their forms. */
export function markWords(text: string, words: readonly string[]): Piece[] {
  const sought = words.map(folded)
  const spans = [...folded(text).matchAll(/[\p{L}\p{N}]+/gu)].flatMap((found): [number, number][] =>
    sought.some((word) => sameStem(found[0], word)) ? [[found.index, found.index + found[0].length]] : [],
  )
  return cut(text, spans)
}

/** Marks where `text` contains `sought`, whatever the case. */
export function markExact(text: string, sought: string): Piece[] {
  const needle = sought.toLowerCase()
  const low = text.toLowerCase()
  // Lower case may be longer, as of `İ`: then places differ, and no mark is better than a wrong one.
  if (!needle || low.length !== text.length) return cut(text, [])
  const spans: [number, number][] = []
  for (let at = low.indexOf(needle); at >= 0; at = low.indexOf(needle, at + needle.length))
    spans.push([at, at + needle.length])
  return cut(text, spans)
}

/** Cuts a long beginning off, so that the first mark is seen. */
export function fromFirstMark(pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces
  if (!first || first.marked || first.text.length <= LEAD || !rest.length) return [...pieces]
  const tail = first.text.slice(-LEAD)
  const space = tail.indexOf(' ')
  return [{ text: `…${space < 0 ? tail : tail.slice(space + 1)}`, marked: false }, ...rest]
}

/** Whether two folded words are forms of one; the server knows them by their stems, of which this is the shadow. */
function sameStem(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  let shared = 0
  while (shared < shorter && one[shared] === other[shared]) shared += 1
  return shared >= STEM && shared >= Math.max(one.length, other.length) - STEM && shared >= shorter - 2
}

/** Cuts a text at spans, which are marked. */
export function cut(text: string, spans: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = []
  let last = 0
  for (const [from, to] of spans) {
    if (from > last) pieces.push({ text: text.slice(last, from), marked: false })
    pieces.push({ text: text.slice(from, to), marked: true })
    last = to
  }
  if (last < text.length) pieces.push({ text: text.slice(last), marked: false })
  return pieces
}
