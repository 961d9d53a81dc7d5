const TAIL = 28

/** The end of a text that grows, in one line. */
export function tailOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > TAIL ? `…${line.slice(-TAIL)}` : line
}

const STRING = /"((?:[^"\\]|\\.)*)"?/gs
const ESCAPE = /\\(?:(["\\/])|u[\da-f]{4}|.?)/gi

/**
 * The end of what a model says as the arguments of a call, which is JSON so far: of its latest text, as a person reads
 * it.
 */
export function tailOfArguments(json: string): string {
  const latest = [...json.matchAll(STRING)].at(-1)
  return latest ? tailOf(latest[1]!.replaceAll(ESCAPE, (_, itself?: string) => itself ?? ' ')) : ''
}
