import type { Schemas } from '@/client/api'

export type GraphNode = Schemas['GraphNode']
export type Grouping = 'role' | 'tag' | 'none'

/** What stands in the picture in one place: a station, an agent, or a group of agents. */
export interface Box {
  id: string
  type: 'station' | 'agent' | 'group'
  /** What a box that is no group shows. */
  node: GraphNode | null
  /** The agents of a group, in the order of the roster. */
  members: readonly GraphNode[]
  /** Whether a group shows its members. */
  open: boolean
  /** The role or tag that a group's members have in common; empty for the rest. */
  value: string
  by: Grouping
}

/** A way between two boxes; it stands for one or more edges of the graph. */
export interface Link {
  id: string
  source: string
  target: string
  /** Ids of the graph's edges, `source>target`. */
  edges: readonly string[]
}

export interface Plan {
  boxes: readonly Box[]
  links: readonly Link[]
  /** The box in which each node of the graph stands. */
  boxOf: ReadonlyMap<string, string>
}

/** With more agents than this their groups are closed until somebody opens them. */
export const MOST_SHOWN = 24

export const edgeId = (source: string, target: string) => `${source}>${target}`

/**
 * Says what is drawn: agents in groups, of which those in `toggled` are not as is usual (open in a small roster, closed
 * in a large one). One alone is no group.
 */
export function planOf(
  graph: Schemas['Graph'],
  tagsOf: (id: string) => readonly string[],
  grouping: Grouping,
  toggled: ReadonlySet<string>,
): Plan {
  const boxes: Box[] = []
  const boxOf = new Map<string, string>()
  const single = (node: GraphNode, type: 'station' | 'agent') => {
    boxes.push({ id: node.id, type, node, members: [], open: false, value: '', by: 'none' })
    boxOf.set(node.id, node.id)
  }
  const members = graph.nodes.filter(isMember)
  const usuallyOpen = members.length <= MOST_SHOWN
  for (const node of graph.nodes) if (!isMember(node)) single(node, 'station')
  for (const [value, some] of groupsOf(members, tagsOf, grouping)) {
    if (grouping === 'none' || some.length === 1) {
      for (const node of some) single(node, 'agent')
      continue
    }
    const id = `group:${grouping}:${value}`
    boxes.push({
      id,
      type: 'group',
      node: null,
      members: some,
      open: toggled.has(id) !== usuallyOpen,
      value,
      by: grouping,
    })
    for (const node of some) boxOf.set(node.id, id)
  }
  return { boxes, links: linksOf(graph.edges, boxOf), boxOf }
}

export const isMember = (node: GraphNode) => node.kind === 'agent' || node.kind === 'helper'

function groupsOf(
  members: readonly GraphNode[],
  tagsOf: (id: string) => readonly string[],
  grouping: Grouping,
): Map<string, GraphNode[]> {
  if (grouping === 'tag') return byTag(members, tagsOf)
  return gather(members, (node) => (grouping === 'role' ? (node.role ?? '') : ''))
}

/** Each agent under the tag that it shares with most others; who shares none is with the rest, which comes last. */
function byTag(members: readonly GraphNode[], tagsOf: (id: string) => readonly string[]): Map<string, GraphNode[]> {
  const counts = new Map<string, number>()
  for (const node of members) for (const tag of new Set(tagsOf(node.id))) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const best = (node: GraphNode) =>
    [...new Set(tagsOf(node.id))].sort((a, b) => counts.get(b)! - counts.get(a)! || a.localeCompare(b))[0] ?? ''
  const groups = gather(members, best)
  const rest = groups.get('') ?? []
  groups.delete('')
  for (const [tag, some] of groups) {
    if (some.length > 1) continue
    rest.push(...some)
    groups.delete(tag)
  }
  if (rest.length)
    groups.set(
      '',
      members.filter((node) => rest.includes(node)),
    )
  return groups
}

function gather(members: readonly GraphNode[], keyOf: (node: GraphNode) => string): Map<string, GraphNode[]> {
  const groups = new Map<string, GraphNode[]>()
  for (const node of members) {
    const key = keyOf(node)
    groups.set(key, [...(groups.get(key) ?? []), node])
  }
  return groups
}

function linksOf(edges: readonly Schemas['GraphEdge'][], boxOf: ReadonlyMap<string, string>): Link[] {
  const links = new Map<string, Link & { edges: string[] }>()
  for (const edge of edges) {
    const source = boxOf.get(edge.source)
    const target = boxOf.get(edge.target)
    if (!source || !target || source === target) continue
    const id = edgeId(source, target)
    const link = links.get(id) ?? { id, source, target, edges: [] }
    link.edges.push(edgeId(edge.source, edge.target))
    links.set(id, link)
  }
  return [...links.values()]
}
