export type PieceKind = 'key' | 'text' | 'number' | 'word' | 'other'

export interface Piece {
  kind: PieceKind
  text: string
}

const PIECE = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)/g

/** Cuts a JSON text into pieces to colour; together they are the text. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = []
  const add = (kind: PieceKind, piece: string) => {
    if (!piece) return
    const last = found.at(-1)
    if (last?.kind === kind) last.text += piece
    else found.push({ kind, text: piece })
  }
  let at = 0
  for (const match of text.matchAll(PIECE)) {
    const [whole, quoted, colon, number] = match
    add('other', text.slice(at, match.index))
    if (quoted) {
      add(colon ? 'key' : 'text', quoted)
      add('other', colon ?? '')
    } else add(number ? 'number' : 'word', whole)
    at = match.index + whole.length
  }
  add('other', text.slice(at))
  return found
}
