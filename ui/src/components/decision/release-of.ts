interface Numbered {
  number: number
  digest: string
  publishedAt?: string | null | undefined
}

/**
 * The number of the release that made a decision; nothing where it is none of those. After going back, releases share
 * their content: it is the latest of them that was published by then, else the latest that is only tried.
 */
export function releaseOf(
  releases: readonly Numbered[],
  decision: { release: string; createdAt?: string | null | undefined },
): number | null {
  const same = releases.filter(({ digest }) => digest === decision.release)
  const at = decision.createdAt ? Date.parse(decision.createdAt) : Number.POSITIVE_INFINITY
  const then = same.filter(({ publishedAt }) => publishedAt && Date.parse(publishedAt) <= at)
  const numbers = (then.length ? then : same).map(({ number }) => number)
  return numbers.length ? Math.max(...numbers) : null
}
