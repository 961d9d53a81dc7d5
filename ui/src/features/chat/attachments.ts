/** What one message may hold, in characters; the server's limit. */
export const LONGEST_MESSAGE = 100_000

/** A text that an older message holds below its words; files are sent apart now. */
export interface Attachment {
  name: string
  text: string
}

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
