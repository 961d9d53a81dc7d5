/** What the server says as the reason why a person is asked, and which of our sentences says the same. */
const REASONS = {
  'This tool asks before every call.': 'always',
  'The agent has read text from outside, and this call may remove or overwrite something.': 'destructive',
  'The agent has read text from outside, and this call changes something outside.': 'outward',
} as const
const ADDRESS = 'The agent has read text from outside, and made up this address: '

export interface Reason {
  /** The sentence to say; nothing where the server's own words stand. */
  key: 'always' | 'destructive' | 'outward' | 'address' | null
  /** What comes after the sentence: an address that an agent wrote, or the server's words. */
  rest: string
}

export function reasonOf(text: string): Reason {
  if (Object.hasOwn(REASONS, text)) return { key: REASONS[text as keyof typeof REASONS], rest: '' }
  if (text.startsWith(ADDRESS)) return { key: 'address', rest: text.slice(ADDRESS.length) }
  return { key: null, rest: text }
}
