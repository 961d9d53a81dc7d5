import { Graph, layout } from '@dagrejs/dagre'

import type { Wait } from '../types'

export const NODE_WIDTH = 156
export const NODE_HEIGHT = 48
const MARGIN = 12

/** Who waits for whom, each pair once. */
export interface Line {
  id: string
  who: string
  whom: string
  waits: readonly Wait[]
  /** Part of a ring of members that wait for one another. */
  circular: boolean
}

export interface Place {
  x: number
  y: number
}

/** Several who wait for the same one, or for whom the same one waits, and for nobody else. */
export interface Bundle {
  id: string
  members: readonly string[]
}

export interface Plan {
  lines: readonly Line[]
  bundles: ReadonlyMap<string, Bundle>
  /** Arrows of the picture: lines, and one for each bundle. */
  arrows: readonly { id: string; from: string; to: string; circular: boolean }[]
  /** The upper left corner of each member and bundle. */
  places: ReadonlyMap<string, Place>
  /** The way of each arrow as an SVG path, from who waits to whom they wait for. */
  paths: ReadonlyMap<string, string>
  width: number
  height: number
}

/** Returns the waits as lines: rings first, then whoever has waited longest. */
export function linesOf(waits: readonly Wait[]): Line[] {
  const found = new Map<string, Wait[]>()
  for (const wait of waits) {
    const id = `${wait.who} ${wait.whom}`
    const had = found.get(id)
    if (had) had.push(wait)
    else found.set(id, [wait])
  }
  const lines = [...found].map(([id, those]): Line => {
    const ordered = those.toSorted((a, b) => a.since.localeCompare(b.since))
    return {
      id,
      who: ordered[0]!.who,
      whom: ordered[0]!.whom,
      waits: ordered,
      circular: ordered.some((wait) => wait.circular),
    }
  })
  return lines.sort(
    (a, b) => Number(b.circular) - Number(a.circular) || a.waits[0]!.since.localeCompare(b.waits[0]!.since),
  )
}

/** Places everybody who waits or is waited for from left to right. */
export function planOf(waits: readonly Wait[]): Plan {
  const lines = linesOf(waits)
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 72, marginx: MARGIN, marginy: MARGIN })
  graph.setDefaultEdgeLabel(() => ({}))
  const { bundles, arrows } = bundled(lines)
  for (const id of new Set(arrows.flatMap((arrow) => [arrow.from, arrow.to])))
    graph.setNode(id, { width: NODE_WIDTH, height: NODE_HEIGHT })
  for (const { from, to } of arrows) graph.setEdge(from, to)
  layout(graph)
  const places = new Map<string, Place>()
  for (const id of graph.nodes()) {
    const { x, y } = graph.node(id) as Place
    places.set(id, { x: Math.round(x - NODE_WIDTH / 2), y: Math.round(y - NODE_HEIGHT / 2) })
  }
  const paths = new Map(
    arrows.map(({ id, from, to }) => [id, curve((graph.edge(from, to) as { points: Place[] }).points)]),
  )
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  return { lines, bundles, arrows, places, paths, width: Math.ceil(width), height: Math.ceil(height) }
}

/** Of those who hang on one member alone so many are shown one by one. */
const MOST_LEAVES = 4

/** Draws many who hang on the same member, and on nobody else, as one. */
function bundled(lines: readonly Line[]): Pick<Plan, 'bundles' | 'arrows'> {
  const degree = new Map<string, number>()
  for (const { who, whom } of lines) for (const one of [who, whom]) degree.set(one, (degree.get(one) ?? 0) + 1)
  const leaves = new Map<string, { inwards: boolean; lines: Line[] }>()
  for (const line of lines) {
    const [whoIsLeaf, whomIsLeaf] = [degree.get(line.who) === 1, degree.get(line.whom) === 1]
    if (whoIsLeaf === whomIsLeaf) continue
    const hub = whoIsLeaf ? `to ${line.whom}` : `from ${line.who}`
    leaves.set(hub, { inwards: whoIsLeaf, lines: [...(leaves.get(hub)?.lines ?? []), line] })
  }
  const bundles = new Map<string, Bundle>()
  const hidden = new Map<string, string>()
  for (const [hub, { inwards, lines: those }] of leaves) {
    if (those.length <= MOST_LEAVES) continue
    const rest = those.slice(MOST_LEAVES - 1)
    const members = rest.map((line) => (inwards ? line.who : line.whom))
    bundles.set(hub, { id: hub, members })
    for (const member of members) hidden.set(member, hub)
  }
  const arrows = new Map<string, Plan['arrows'][number]>()
  for (const { who, whom, circular } of lines) {
    const [from, to] = [hidden.get(who) ?? who, hidden.get(whom) ?? whom]
    arrows.set(`${from} ${to}`, { id: `${from} ${to}`, from, to, circular })
  }
  return { bundles, arrows: [...arrows.values()] }
}

/** A soft curve through the points of a way. */
function curve(points: readonly Place[]): string {
  const [first, ...rest] = points
  if (!first || !rest.length) return ''
  let path = `M${first.x} ${first.y}`
  for (let index = 0; index < rest.length - 1; index += 1) {
    const [at, next] = [rest[index]!, rest[index + 1]!]
    const end = index === rest.length - 2 ? next : { x: (at.x + next.x) / 2, y: (at.y + next.y) / 2 }
    path += `Q${at.x} ${at.y} ${end.x} ${end.y}`
  }
  return rest.length === 1 ? `${path}L${rest[0]!.x} ${rest[0]!.y}` : path
}
