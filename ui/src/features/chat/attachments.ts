export const LARGEST_FILE = 100_000
/** What one message may hold, in characters; the server's limit. */
export const LONGEST_MESSAGE = 100_000

export interface Attachment {
  name: string
  text: string
}

export type Refusal = 'tooLarge' | 'notText' | 'empty' | 'unreadable'

/** Reads a file as text, or says why it cannot be attached. */
export async function readFile(file: File): Promise<Attachment | Refusal> {
  if (file.size > LARGEST_FILE) return 'tooLarge'
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (!bytes.length) return 'empty'
    if (bytes.includes(0)) return 'notText'
    return { name: plainName(file.name), text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    return error instanceof TypeError ? 'notText' : 'unreadable'
  }
}

/** A file's name as it can stand on the first line of a fenced block. */
function plainName(name: string): string {
  return name.replaceAll(UNSEEN, '').trim().slice(-120) || 'file'
}

// oxlint-disable-next-line no-control-regex -- such characters are what must not stand in a name
const UNSEEN = /[\u0000-\u001F\u007F`]/g

/** Returns the message with its files below it, each in a fenced block that names it. */
export function withAttachments(message: string, attachments: readonly Attachment[]): string {
  return [message.trim(), ...attachments.map(block)].filter(Boolean).join('\n\n')
}

function block({ name, text }: Attachment): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}file ${name}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

/** Takes a message apart again: the person's own words, and the files below them. */
export function apart(content: string): { words: string; attachments: Attachment[] } {
  const opening = /^(`{3,})file (.+)$/gm
  const attachments: Attachment[] = []
  let words: string | null = null
  let match = opening.exec(content)
  while (match) {
    const [line, fence, name] = match as unknown as [string, string, string]
    const start = match.index + line.length + 1
    const end = content.indexOf(`\n${fence}`, start - 1)
    const after = end + 1 + fence.length
    if (end < 0 || (after < content.length && content[after] !== '\n')) break
    words ??= content.slice(0, match.index).trimEnd()
    attachments.push({ name, text: content.slice(start, Math.max(start, end)) })
    opening.lastIndex = after
    match = opening.exec(content)
  }
  return { words: words ?? content, attachments }
}
