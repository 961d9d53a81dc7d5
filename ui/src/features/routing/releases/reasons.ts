/** What the server wrote as the reason of a release, and which of our sentences say the same. */
const SENTENCES = [
  [/^The agents as they were before the first change\.$/, 'first', []],
  [/^“(.+)” is for (.+)$/s, 'isFor', ['message', 'agent']],
  [/^(.+) was added$/s, 'added', ['agent']],
  [/^(.+) was deleted$/s, 'deleted', ['agent']],
  [/^(.+) was reset$/s, 'reset', ['agent']],
  [/^(\d+) agents? (?:was|were) imported$/, 'imported', ['count']],
  [/^([a-z_]+(?:, [a-z_]+)*) of (.+) changed$/s, 'changed', ['fields', 'agent']],
] as const

export interface Told {
  key: (typeof SENTENCES)[number][1]
  values: Record<string, string>
}

export type Reason =
  /** Each is a sentence of ours. */
  | { what: 'told'; sentences: Told[] }
  | { what: 'back'; number: number; reason: Reason }
  /** The words of a person, or of a newer server. */
  | { what: 'said'; text: string }

/** Reads the reason of a release. */
export function reasonOf(text: string): Reason {
  const back = /^Back to (\d+): (.+)$/s.exec(text)
  if (back) return { what: 'back', number: Number(back[1]), reason: reasonOf(back[2]!) }
  const sentences = text.split('; ').map(toldIn)
  return sentences.every((one) => one !== null) ? { what: 'told', sentences } : { what: 'said', text }
}

function toldIn(text: string): Told | null {
  for (const [pattern, key, names] of SENTENCES) {
    const found = pattern.exec(text)
    if (found) return { key, values: Object.fromEntries(names.map((name, index) => [name, found[index + 1]!])) }
  }
  return null
}
