import type { Element, ElementContent, Parents, Root, Text } from 'hast'

/** A place in a document that a text refers to. */
export interface Citation {
  documentId: string
  passageId: string
}

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'
const MARKER = new RegExp(`\\[\\[doc:(${UUID})#(${UUID})\\]\\]`, 'g')
/** The beginning of a marker at the end of what has come so far; a single bracket may be one too. */
const HALF = /\[(?:\[(?:d(?:o(?:c(?::[0-9a-fA-F-]{0,36}(?:#[0-9a-fA-F-]{0,36}\]?)?)?)?)?)?)?$/

export const keyOf = ({ documentId, passageId }: Citation): string => `${documentId}#${passageId}`

/** The places that a text refers to by `[[doc:…#…]]`, each once, in their order. */
export function citationsOf(text: string): Citation[] {
  if (!text.includes('[[doc:')) return []
  const found = new Map<string, Citation>()
  for (const [, document, passage] of text.matchAll(MARKER)) {
    const citation = { documentId: document!.toLowerCase(), passageId: passage!.toLowerCase() }
    if (!found.has(keyOf(citation))) found.set(keyOf(citation), citation)
  }
  return [...found.values()]
}

/** Leaves out the half of a marker at the end of a text that is still being written. */
export function withoutHalf(text: string): string {
  return text.replace(HALF, '')
}

/** The text with numbers in place of the markers, for other programs. */
export function withNumbers(text: string): string {
  const numbers = new Map(citationsOf(text).map((one, index) => [keyOf(one), index + 1]))
  return text.replaceAll(
    MARKER,
    (_, documentId: string, passageId: string) =>
      `[${numbers.get(keyOf({ documentId: documentId.toLowerCase(), passageId: passageId.toLowerCase() }))}]`,
  )
}

const UNTOUCHED = new Set(['a', 'code', 'pre'])

/** Makes elements of the markers in text; it comes after the cleaning, and only ids get into what it makes. */
export function citationMarks() {
  return (tree: Root): void => walk(tree)
}

function walk(parent: Parents): void {
  if (parent.type === 'element' && UNTOUCHED.has(parent.tagName)) return
  parent.children = parent.children.flatMap((child): Parents['children'] => {
    if (child.type === 'element') walk(child)
    return child.type === 'text' ? cut(child) : [child]
  }) as typeof parent.children
}

function cut(text: Text): ElementContent[] {
  const pieces: ElementContent[] = []
  let last = 0
  for (const found of text.value.matchAll(MARKER)) {
    if (found.index > last) pieces.push({ type: 'text', value: text.value.slice(last, found.index) })
    const properties = { dataDocument: found[1]!.toLowerCase(), dataPassage: found[2]!.toLowerCase() }
    pieces.push({ type: 'element', tagName: 'cite', properties, children: [] } satisfies Element)
    last = found.index + found[0].length
  }
  if (!pieces.length) return [text]
  if (last < text.value.length) pieces.push({ type: 'text', value: text.value.slice(last) })
  return pieces
}
