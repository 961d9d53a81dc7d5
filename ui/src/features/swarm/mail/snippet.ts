/** A piece of a text around what is sought; `match` is empty where it is not in it. */
export interface Snippet {
  before: string
  match: string
  after: string
}

const BEFORE = 60
const LENGTH = 280

/** Returns the beginning of a text in one line, or what stands around the first place where the sought words are. */
export function snippetOf(content: string, sought: string): Snippet {
  const line = content.replaceAll(/\s+/g, ' ').trim()
  const words = sought.replaceAll(/\s+/g, ' ').trim()
  const at = words ? line.toLowerCase().indexOf(words.toLowerCase()) : -1
  if (at < 0) return { before: cut(line, LENGTH), match: '', after: '' }
  const from = Math.max(0, at - BEFORE)
  const end = at + words.length
  return {
    before: (from > 0 ? '…' : '') + line.slice(from, at),
    match: line.slice(at, end),
    after: cut(line.slice(end), Math.max(40, LENGTH - (end - from))),
  }
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).trimEnd()}…` : text
}
