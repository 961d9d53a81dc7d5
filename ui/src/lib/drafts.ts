const PREFIX = 'bailiwick.draft.'
const LONGEST = 32_000
const MOST = 30

/** Returns what was written for a thread or a room and not sent. */
export function draftOf(key: string): string {
  try {
    return localStorage.getItem(PREFIX + key) ?? ''
  } catch {
    return ''
  }
}

/** Keeps what is written for a thread or a room, on this device; the oldest drafts make room. */
export function keepDraft(key: string, text: string): void {
  try {
    localStorage.removeItem(PREFIX + key)
    if (!text.trim()) return
    const others = Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))
    for (const one of others.slice(0, Math.max(0, others.length - MOST + 1))) localStorage.removeItem(one)
    localStorage.setItem(PREFIX + key, text.slice(0, LONGEST))
  } catch {
    // A full or forbidden storage only costs the draft.
  }
}
