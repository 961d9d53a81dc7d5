import type { Hit } from './types'

export interface HitGroup {
  document: Hit['document']
  hits: Hit[]
}

/** Puts the hits of each document together, the document with the best hit first. */
export function grouped(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>()
  for (const hit of hits) {
    const group = groups.get(hit.document.id) ?? { document: hit.document, hits: [] }
    group.hits.push(hit)
    groups.set(hit.document.id, group)
  }
  return [...groups.values()]
}
