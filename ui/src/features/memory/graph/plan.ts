import type { EntityBrief, Relation } from '../types'

/** An entity with those that relations connect to it. */
export interface Hood {
  /** The entity itself first. */
  entities: readonly EntityBrief[]
  relations: readonly Relation[]
  /** How many neighbours were left out. */
  more: number
}

export type Side = -1 | 0 | 1

/** A place in the picture: an entity, or what stands for neighbours that are not shown. */
export interface PlanNode {
  id: string
  /** Nothing where it stands for more. */
  entity: EntityBrief | null
  parent: string | null
  depth: number
  /** Left or right of the chosen one: what points to it stands left, what it points to right. */
  side: Side
  /** What connects it with its parent. */
  relations: readonly Relation[]
  expanded: boolean
  /** Of what stands for more: how many. */
  more: number
}

export interface Plan {
  /** Parents before their children, these in the order in which they are shown. */
  nodes: readonly PlanNode[]
  /** Relations between two shown entities of which neither is the other's parent. */
  cross: readonly Relation[]
}

/** How many neighbours are shown at first, and by how many more each time. */
export const FIRST = 8
export const STEP = 24
/** As many as the server gives at once, the entity itself included. */
export const MOST = 500

export const moreId = (id: string) => `more:${id}`

/** Orders what is known of the surroundings of `root` as a tree: each entity stands where it is nearest to it. */
export function planOf(root: string, hoods: ReadonlyMap<string, Hood>): Plan {
  const chosen = hoods.get(root)?.entities.find((entity) => entity.id === root)
  if (!chosen) return { nodes: [], cross: [] }
  const relations = new Map(
    [...hoods.values()].flatMap((hood) => hood.relations.map((relation) => [relation.id, relation] as const)),
  )
  const between = relationsByPair([...relations.values()])

  const placed = new Map<string, PlanNode>()
  const childrenOf = new Map<string, PlanNode[]>()
  const first = nodeOf(chosen, null, [], 0, hoods.has(root))
  placed.set(root, first)
  const queue = [first]
  for (let node = queue.shift(); node; node = queue.shift()) {
    const hood = hoods.get(node.id)
    if (!hood) continue
    const children: PlanNode[] = []
    for (const entity of hood.entities) {
      const joined = between.get(pair(node.id, entity.id)) ?? []
      if (placed.has(entity.id) || !joined.length) continue
      const side = node.side || (joined.some((relation) => relation.fromId === node.id) ? 1 : -1)
      const child = nodeOf(entity, node, joined, side, hoods.has(entity.id))
      placed.set(entity.id, child)
      children.push(child)
      queue.push(child)
    }
    if (hood.more > 0) {
      const side = node.side || 1
      children.push({
        id: moreId(node.id),
        entity: null,
        parent: node.id,
        depth: node.depth + 1,
        side,
        relations: [],
        expanded: false,
        more: hood.more,
      })
    }
    childrenOf.set(node.id, children)
  }

  const nodes: PlanNode[] = []
  const walk = (node: PlanNode) => {
    nodes.push(node)
    for (const child of childrenOf.get(node.id) ?? []) walk(child)
  }
  walk(first)
  return { nodes, cross: [...relations.values()].filter((relation) => isCross(relation, placed)) }
}

function nodeOf(
  entity: EntityBrief,
  parent: PlanNode | null,
  relations: readonly Relation[],
  side: Side,
  expanded: boolean,
): PlanNode {
  return {
    id: entity.id,
    entity,
    parent: parent?.id ?? null,
    depth: parent ? parent.depth + 1 : 0,
    side,
    relations,
    expanded,
    more: 0,
  }
}

function isCross({ fromId, toId }: Relation, placed: ReadonlyMap<string, PlanNode>): boolean {
  const [from, to] = [placed.get(fromId ?? ''), placed.get(toId ?? '')]
  return Boolean(from && to && from !== to && from.parent !== to.id && to.parent !== from.id)
}

const pair = (one: string, other: string) => (one < other ? `${one} ${other}` : `${other} ${one}`)

function relationsByPair(relations: readonly Relation[]): Map<string, Relation[]> {
  const found = new Map<string, Relation[]>()
  for (const relation of relations) {
    if (!relation.fromId || !relation.toId || relation.fromId === relation.toId) continue
    const key = pair(relation.fromId, relation.toId)
    found.set(key, [...(found.get(key) ?? []), relation])
  }
  return found
}

/** How many are asked for once somebody wants to see more than `limit`. */
export const nextLimit = (limit: number) => Math.min(MOST, limit + STEP)
