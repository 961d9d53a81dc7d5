import type { LiveFact } from '@/live/turns'

import { jsonLines } from './filter'

/** Saves events as a file of JSON Lines. */
export function saveLines(facts: readonly LiveFact[]): void {
  const address = URL.createObjectURL(new Blob([jsonLines(facts)], { type: 'application/jsonl' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `bailiwick-events-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.jsonl`
  link.click()
  // The browser reads it after this turn of the loop.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
