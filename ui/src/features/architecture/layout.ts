import { Graph, layout } from '@dagrejs/dagre'

import { edgeId, type Box, type Plan } from './plan'

export const NODE_WIDTH = 180
export const NODE_HEIGHT = 56
const GAP = 16
const BETWEEN_COLUMNS = 60
/** Around the members of an open group, and the height of its heading. */
const FRAME = 20
const HEADING = 40
const CORNER = 10
const CROOKED = 20

export interface Place {
  x: number
  y: number
  width: number
  height: number
}

export interface Layout {
  /** Where boxes stand, and the members of open groups. */
  places: ReadonlyMap<string, Place>
  /** The way of each link as an SVG path, from its source to its target. */
  paths: ReadonlyMap<string, string>
  /** The way of each edge of the graph that begins or ends inside an open group, to its very agent. */
  inner: ReadonlyMap<string, string>
}

type Point = readonly [x: number, y: number]

/** Places everything from left to right. Depends on the plan alone, not on what happens. */
export function layoutOf(plan: Plan): Layout {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, ranksep: BETWEEN_COLUMNS })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const box of plan.boxes) graph.setNode(box.id, sizeOf(box))
  const bypass = plan.links.find((link) => isBypass(plan, link.source, link.target))
  for (const link of plan.links) if (link !== bypass) graph.setEdge(link.source, link.target)
  const review = station(plan, 'review')
  const router = station(plan, 'router')
  // Stations stand in their order even where no agent is between them.
  if (router && review) graph.setEdge(router, review)
  layout(graph)

  const places = new Map<string, Place>()
  for (const box of plan.boxes) {
    const { x, y, width, height } = graph.node(box.id) as Required<Place>
    const place = { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height }
    places.set(box.id, place)
    if (box.open) for (const [index, member] of box.members.entries()) places.set(member.id, inGrid(place, box, index))
  }
  const lowest = Math.max(...[...places.values()].map((place) => place.y + place.height))
  const paths = new Map<string, string>()
  const inner = new Map<string, string>()
  const boxes = new Map(plan.boxes.map((box) => [box.id, box]))
  for (const link of plan.links) {
    const from = places.get(link.source)!
    const to = places.get(link.target)!
    const points = link === bypass ? below(from, to, lowest + GAP * 1.5) : across(from, to, link.target === review)
    paths.set(link.id, rounded(points))
    const out = boxes.get(link.source)!.open
    const into = boxes.get(link.target)!.open
    if (!out && !into) continue
    for (const edge of link.edges) {
      const [source, target] = edge.split('>') as [string, string]
      const leave = out ? leaving(places.get(source)!, from, points[0]![1]) : []
      const enter = into ? entering(places.get(target)!, to, points.at(-1)![1]) : []
      inner.set(edge, rounded([...leave, ...points, ...enter]))
    }
  }
  return { places, paths, inner }
}

function station(plan: Plan, kind: string): string | undefined {
  return plan.boxes.find((box) => box.node?.kind === kind)?.id
}

/** The way past all agents, for what nobody fits. */
function isBypass(plan: Plan, source: string, target: string): boolean {
  return edgeId(source, target) === edgeId(station(plan, 'router') ?? '', station(plan, 'finalize') ?? '')
}

/** Columns of an open group: somewhat wider than high. */
function columnsOf(members: number): number {
  return Math.max(1, Math.round(Math.sqrt((members * (NODE_HEIGHT + GAP) * 1.2) / (NODE_WIDTH + GAP))))
}

function sizeOf(box: Box): { width: number; height: number } {
  if (!box.open) return { width: NODE_WIDTH, height: NODE_HEIGHT }
  const columns = columnsOf(box.members.length)
  const rows = Math.ceil(box.members.length / columns)
  return {
    width: columns * (NODE_WIDTH + GAP) - GAP + 2 * FRAME,
    height: rows * (NODE_HEIGHT + GAP) - GAP + HEADING + FRAME,
  }
}

function inGrid(frame: Place, box: Box, index: number): Place {
  const columns = columnsOf(box.members.length)
  return {
    x: frame.x + FRAME + (index % columns) * (NODE_WIDTH + GAP),
    y: frame.y + HEADING + Math.floor(index / columns) * (NODE_HEIGHT + GAP),
    width: NODE_WIDTH,
    height: NODE_HEIGHT,
  }
}

/** Links of one column share their vertical part: just after the source, or just before where they meet again. */
function across(from: Place, to: Place, meets: boolean): Point[] {
  const start: Point = [from.x + from.width, from.y + from.height / 2]
  const end: Point = [to.x, to.y + to.height / 2]
  const bend = meets ? end[0] - BETWEEN_COLUMNS / 2 : Math.min(start[0] + BETWEEN_COLUMNS / 2, end[0] - GAP)
  const apart = Math.abs(start[1] - end[1])
  // A frame is met anywhere along its side: a small step in a line would only look crooked.
  if (apart < 1 || (apart < CROOKED && to.height > NODE_HEIGHT)) return [start, [end[0], start[1]]]
  if (apart < CROOKED && from.height > NODE_HEIGHT) return [[start[0], end[1]], end]
  return [start, [bend, start[1]], [bend, end[1]], end]
}

function below(from: Place, to: Place, depth: number): Point[] {
  const out = from.x + from.width / 2
  const back = to.x + to.width / 2
  return [
    [out, from.y + from.height],
    [out, depth],
    [back, depth],
    [back, to.y + to.height],
  ]
}

/** From the left side of a frame to a member: along the side, between two rows, to its column. */
function entering(member: Place, frame: Place, start: number): Point[] {
  const side = frame.x + FRAME / 2
  const row = member.y - GAP / 2
  const column = member.x - GAP / 2
  const middle = member.y + member.height / 2
  if (member.x === frame.x + FRAME)
    return [
      [side, start],
      [side, middle],
      [member.x, middle],
    ]
  return [
    [side, start],
    [side, row],
    [column, row],
    [column, middle],
    [member.x, middle],
  ]
}

/** From a member to the right side of its frame: out of its column, between two rows, along the side. */
function leaving(member: Place, frame: Place, end: number): Point[] {
  const side = frame.x + frame.width - FRAME / 2
  const row = member.y + member.height + GAP / 2
  const column = member.x + member.width + GAP / 2
  const middle = member.y + member.height / 2
  const right = member.x + member.width
  if (right === frame.x + frame.width - FRAME)
    return [
      [right, middle],
      [side, middle],
      [side, end],
    ]
  return [
    [right, middle],
    [column, middle],
    [column, row],
    [side, row],
    [side, end],
  ]
}

/** A line through `points` with soft corners. */
export function rounded(points: readonly Point[]): string {
  const parts = [`M${points[0]!.join(' ')}`]
  for (const [index, corner] of points.entries()) {
    const before = points[index - 1]
    const after = points[index + 1]
    if (!before) continue
    if (!after) {
      parts.push(`L${corner.join(' ')}`)
      continue
    }
    const radius = Math.min(CORNER, distance(before, corner) / 2, distance(corner, after) / 2)
    parts.push(
      `L${toward(corner, before, radius).join(' ')}`,
      `Q${corner.join(' ')} ${toward(corner, after, radius).join(' ')}`,
    )
  }
  return parts.join('')
}

const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])

function toward(from: Point, to: Point, length: number): Point {
  const share = length / (distance(from, to) || 1)
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const
export type Arrow = keyof typeof STEPS
export const isArrow = (key: string): key is Arrow => key in STEPS

/** The place one reaches from `id` with an arrow key: the nearest that way, straight ahead before aside. */
export function neighbour(places: ReadonlyMap<string, Place>, id: string, arrow: Arrow): string | null {
  const from = places.get(id)
  if (!from) return null
  const [dx, dy] = STEPS[arrow]
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [other, place] of places) {
    if (other === id) continue
    const ahead = (middleX(place) - middleX(from)) * dx + (middleY(place) - middleY(from)) * dy
    const aside = dx ? gap(from.y, headOf(from), place.y, headOf(place)) : gap(from.x, from.width, place.x, place.width)
    if (ahead < 1 || aside > 2 * ahead) continue
    const cost = ahead + 3 * aside
    if (cost < least) [best, least] = [other, cost]
  }
  return best
}

/** Of a frame, only its heading is a place to be. */
const headOf = (place: Place) => Math.min(place.height, NODE_HEIGHT)
const middleX = (place: Place) => place.x + place.width / 2
const middleY = (place: Place) => place.y + headOf(place) / 2

/** How far two stretches are apart; 0 where they meet. */
function gap(start: number, length: number, other: number, otherLength: number): number {
  return Math.max(0, other - (start + length), start - (other + otherLength))
}
