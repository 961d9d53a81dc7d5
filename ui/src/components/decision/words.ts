import { isKind, KINDS, sourceOf, SOURCES, type Kind, type Source } from './kinds'

/** A stretch of the message, with the kinds of evidence that matched it. */
export interface Stretch {
  text: string
  kinds: readonly Kind[]
  /** The fields of the agent that it matched. */
  sources: readonly Source[]
  /** What of the evidence matched here, as the evidence has it. */
  matched: readonly string[]
}

/** Evidence, as far as the message shows it. */
export interface Matching {
  kind: string
  matched: string
  /** The agent's field. */
  field?: string
}

interface Normalised {
  text: string
  /** For each character of `text`, where it begins and ends in the original. */
  from: number[]
  to: number[]
}

/** Returns the text without diacritics and in lower case, as routing sees it. */
function normalise(original: string): Normalised {
  const found: Normalised = { text: '', from: [], to: [] }
  let at = 0
  for (const character of original) {
    const end = at + character.length
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    if (!bare && found.to.length) found.to[found.to.length - 1] = end
    for (let unit = 0; unit < bare.length; unit += 1) {
      found.from.push(at)
      found.to.push(end)
    }
    found.text += bare
    at = end
  }
  return found
}

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
const WORD = /[\p{L}\p{N}]+/gu

/** Returns where `sought` stands in `text` as whole words. */
function whole(text: string, sought: string): [number, number][] {
  const spans: [number, number][] = []
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    const end = at + sought.length
    if (!isWordPart(text[at - 1]) && !isWordPart(text[end])) spans.push([at, end])
  }
  return spans
}

/** Returns where the words of `sought` follow one another in `text`, whatever stands between them. */
function inSequence(text: string, sought: string): [number, number][] {
  const wanted = sought.match(WORD) ?? []
  const words = [...text.matchAll(WORD)]
  const spans: [number, number][] = []
  for (let at = 0; wanted.length > 0 && at + wanted.length <= words.length; at += 1) {
    if (!wanted.every((word, index) => words[at + index]![0] === word)) continue
    const last = words[at + wanted.length - 1]!
    spans.push([words[at]!.index, last.index + last[0].length])
  }
  return spans
}

/** Returns where `matched` stands in normalised text; a pattern is marked once, words wherever they are. */
function spansOf(text: string, matched: string, kind: Kind): [number, number][] {
  const sought = normalise(matched).text
  if (!sought) return []
  const plain = text.indexOf(sought)
  const somewhere: [number, number][] = plain < 0 ? [] : [[plain, plain + sought.length]]
  if (kind === 'pattern') return somewhere
  const spans = whole(text, sought)
  if (spans.length) return spans
  const sequence = inSequence(text, sought)
  return sequence.length ? sequence : somewhere
}

/** Cuts `message` into stretches by which evidence matched where; joined they are the message. */
export function markedMessage(message: string, evidence: readonly Matching[]): Stretch[] {
  const normalised = normalise(message)
  const spans: { from: number; to: number; kind: Kind; source: Source; matched: string }[] = []
  const seen = new Set<string>()
  for (const { kind, matched, field = '' } of evidence) {
    if (!isKind(kind) || seen.has(`${kind} ${field} ${matched}`)) continue
    seen.add(`${kind} ${field} ${matched}`)
    for (const [from, to] of spansOf(normalised.text, matched, kind)) {
      spans.push({
        from: normalised.from[from]!,
        to: normalised.to[to - 1]!,
        kind,
        source: sourceOf(kind, field),
        matched,
      })
    }
  }
  const edges = [...new Set([0, message.length, ...spans.flatMap((span) => [span.from, span.to])])].sort(
    (a, b) => a - b,
  )
  const stretches: Stretch[] = []
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const [from, to] = [edges[index]!, edges[index + 1]!]
    const here = spans.filter((span) => span.from <= from && span.to >= to)
    const kinds = new Set(here.map((span) => span.kind))
    const sources = new Set(here.map((span) => span.source))
    stretches.push({
      text: message.slice(from, to),
      kinds: KINDS.filter((kind) => kinds.has(kind)),
      sources: SOURCES.filter((source) => sources.has(source)),
      matched: [...new Set(here.map((span) => span.matched))],
    })
  }
  return stretches
}

/**
 * The distinct words that evidence matched, in the order of the message and as it writes them.
 *
 * A word inside a phrase that matched too is left out, and so is what patterns matched where words did.
 */
export function matchedWords(message: string, evidence: readonly { kind: string; matched: string }[]): string[] {
  const { text, from, to } = normalise(message)
  const words = evidence.filter((piece) => piece.kind !== 'pattern')
  const found = new Map<string, [number, number]>()
  for (const { kind, matched } of words.length ? words : evidence) {
    const span = isKind(kind) ? spansOf(text, matched, kind)[0] : undefined
    const word = span ? message.slice(from[span[0]], to[span[1] - 1]) : matched
    if (!found.has(word)) found.set(word, span ?? [text.length, text.length])
  }
  const all = [...found]
  const within = ([word, [start, end]]: [string, [number, number]]) =>
    all.some(([other, [a, b]]) => other.length > word.length && a <= start && end <= b)
  return all
    .filter((one) => !within(one))
    .sort((a, b) => a[1][0] - b[1][0])
    .map(([word]) => word)
}
