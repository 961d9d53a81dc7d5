import type { Entity, Relation } from '../types'

/** What a merge would do. */
export interface Moves {
  /** Observations that come over. */
  observations: string[]
  /** How many are there already. */
  same: number
  relations: { from: string; relationType: string; to: string }[]
  /** Whether a relation between the two becomes one with itself. */
  loop: boolean
}

/** Returns what would come over to `into` if `from` became part of it. */
export function movesOf(into: Entity, from: Entity): Moves {
  const known = new Set(into.observations.map((one) => one.content))
  const observations = [...new Set(from.observations.map((one) => one.content))]
  const fresh = observations.filter((content) => !known.has(content))
  const there = new Set(into.relations.map(keyOf))
  const renamed = (name: string) => (name === from.name ? into.name : name)
  const relations = new Map<string, Moves['relations'][number]>()
  for (const relation of from.relations) {
    const moved = { from: renamed(relation.from), relationType: relation.relationType, to: renamed(relation.to) }
    if (!there.has(keyOf(moved))) relations.set(keyOf(moved), moved)
  }
  return {
    observations: fresh,
    same: observations.length - fresh.length,
    relations: [...relations.values()],
    loop: [...relations.values()].some((relation) => relation.from === relation.to),
  }
}

const keyOf = ({ from, relationType, to }: Pick<Relation, 'from' | 'relationType' | 'to'>) =>
  JSON.stringify([from, relationType, to])
