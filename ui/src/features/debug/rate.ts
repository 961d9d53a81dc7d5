import type { LiveFact } from '@/live/turns'

export const BUCKETS = 60
export const BUCKET_SECONDS = 5

/**
 * Events per second in `BUCKETS` stretches of `BUCKET_SECONDS`, oldest first, the last one ending at `now`
 * (milliseconds since 1970).
 */
export function perSecond(facts: readonly LiveFact[], now: number): number[] {
  const counts = Array.from({ length: BUCKETS }, () => 0)
  const width = BUCKET_SECONDS * 1000
  for (let index = facts.length - 1; index >= 0; index -= 1) {
    const age = Math.max(0, now - Date.parse(facts[index]!.at))
    const bucket = BUCKETS - 1 - Math.floor(age / width)
    // Commits are not quite in the order of their times, so a few more are looked at before it is given up.
    if (bucket < -2) break
    if (bucket >= 0) counts[bucket]! += 1
  }
  return counts.map((count) => count / BUCKET_SECONDS)
}
