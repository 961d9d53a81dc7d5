/** What the server gives as the reason why something rests, and which of our sentences says the same. */
const SENTENCES = [
  [/^A person paused it\.$/, 'paused'],
  [/^A person stopped it\.$/, 'stopped'],
  [/^The swarm has sent ([\d,]+) mails, which is its limit\./, 'mails'],
  [/^The swarm has worked for ([\d.e+]+) seconds, which is its limit\./, 'seconds'],
  [/^What is left of the swarm's ([\d,]+) tokens is too little/, 'tokens'],
] as const

export interface Reason {
  /** The sentence to say; nothing where the server's own words stand. */
  key: (typeof SENTENCES)[number][1] | null
  /** The limit that was reached. */
  limit: 'mails' | 'tokens' | 'seconds' | null
  /** Its amount. */
  amount: number
}

export function reasonOf(text: string): Reason {
  for (const [pattern, key] of SENTENCES) {
    const found = pattern.exec(text)
    if (!found) continue
    const isLimit = key !== 'paused' && key !== 'stopped'
    return { key, limit: isLimit ? key : null, amount: Number((found[1] ?? '0').replaceAll(',', '')) }
  }
  return { key: null, limit: null, amount: 0 }
}
