import { plain } from '@/lib/plain'

import type { GraphNode } from './plan'

export interface Findable {
  node: GraphNode
  name: string
  tags: readonly string[]
}

/** Who is called so or is for that: names that begin with it first, then names and ids that hold it, then tags. */
export function findIn(all: readonly Findable[], sought: string, most: number): Findable[] {
  const query = plain(sought.trim())
  if (!query) return all.slice(0, most)
  const rank = ({ node, name, tags }: Findable) => {
    const own = plain(name)
    if (own.startsWith(query)) return 0
    if (own.includes(query) || plain(node.id).includes(query)) return 1
    return tags.some((tag) => plain(tag).includes(query)) ? 2 : 3
  }
  return all
    .map((one, index) => ({ one, index, rank: rank(one) }))
    .filter((found) => found.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, most)
    .map((found) => found.one)
}
