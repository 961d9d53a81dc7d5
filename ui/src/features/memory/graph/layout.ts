import type { Plan, PlanNode } from './plan'

export const WIDTH = 196
export const HEIGHT = 48
/** Room for what a line says. */
const BETWEEN = 168
const GAP = 16
const BEND = 22
const CORNER = 8

export interface Place {
  x: number
  y: number
}

export interface Layout {
  /** The upper left corner of each node. */
  places: ReadonlyMap<string, Place>
  /** The line from its parent to each node, as an SVG path that ends at the node. */
  paths: ReadonlyMap<string, string>
}

/** Places a tree to both sides of its root: one column for each step away, siblings below one another. */
export function layoutOf(plan: Plan): Layout {
  const places = new Map<string, Place>()
  const paths = new Map<string, string>()
  const [root] = plan.nodes
  if (!root) return { places, paths }
  const childrenOf = new Map<string, PlanNode[]>()
  for (const node of plan.nodes) {
    if (node.parent) childrenOf.set(node.parent, [...(childrenOf.get(node.parent) ?? []), node])
  }
  places.set(root.id, { x: -WIDTH / 2, y: -HEIGHT / 2 })
  for (const side of [-1, 1] as const) {
    const children = (childrenOf.get(root.id) ?? []).filter((node) => node.side === side)
    let row = 0
    const put = (node: PlanNode): number => {
      const below = childrenOf.get(node.id) ?? []
      const rows = below.map(put)
      const own = rows.length ? (rows[0]! + rows.at(-1)!) / 2 : row++
      places.set(node.id, { x: side * node.depth * (WIDTH + BETWEEN) - WIDTH / 2, y: own })
      return own
    }
    children.forEach(put)
    const middle = (row - 1) / 2
    for (const node of plan.nodes) {
      const place = node.side === side && places.get(node.id)
      if (place) places.set(node.id, { x: place.x, y: Math.round((place.y - middle) * (HEIGHT + GAP) - HEIGHT / 2) })
    }
  }
  for (const node of plan.nodes) {
    if (node.parent) paths.set(node.id, elbow(places.get(node.parent)!, places.get(node.id)!, node.side))
  }
  return { places, paths }
}

/** Out of the parent, up or down at once, and straight on to the node: the straight part carries the words. */
function elbow(parent: Place, child: Place, side: number): string {
  const [from, to] = side > 0 ? [parent.x + WIDTH, child.x] : [parent.x, child.x + WIDTH]
  const [above, below] = [parent.y + HEIGHT / 2, child.y + HEIGHT / 2]
  const drop = below - above
  if (Math.abs(drop) < 1) return `M${from} ${above}L${to} ${below}`
  const bend = from + side * BEND
  const corner = Math.min(CORNER, Math.abs(drop) / 2)
  const down = Math.sign(drop) * corner
  return (
    `M${from} ${above}L${bend - side * corner} ${above}Q${bend} ${above} ${bend} ${above + down}` +
    `L${bend} ${below - down}Q${bend} ${below} ${bend + side * corner} ${below}L${to} ${below}`
  )
}

/** A curve between two nodes that are not parent and child. */
export function curve(from: Place, to: Place): string {
  const right = from.x <= to.x
  const start = { x: right && from.x !== to.x ? from.x + WIDTH : from.x, y: from.y + HEIGHT / 2 }
  const end = { x: right ? to.x : to.x + WIDTH, y: to.y + HEIGHT / 2 }
  const reach = from.x === to.x ? -60 : ((right ? 1 : -1) * Math.max(60, Math.abs(end.x - start.x))) / 2
  const last = from.x === to.x ? end.x - 60 : end.x - reach
  return `M${start.x} ${start.y}C${start.x + reach} ${start.y} ${last} ${end.y} ${end.x} ${end.y}`
}

/** How wide the room before a node is in which its relation is named. */
export const LABEL_WIDTH = BETWEEN - BEND - 18

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
export const isArrow = (key: string): key is Arrow => key.startsWith('Arrow')

/** The node that an arrow key goes to: in the same column up and down, else the nearest of the next column. */
export function neighbour(places: Layout['places'], id: string, arrow: Arrow): string | null {
  const from = places.get(id)
  if (!from) return null
  const upright = arrow === 'ArrowUp' || arrow === 'ArrowDown'
  const forward = arrow === 'ArrowRight' || arrow === 'ArrowDown' ? 1 : -1
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const [other, place] of places) {
    const ahead = (upright ? place.y - from.y : place.x - from.x) * forward
    if (ahead <= 0 || (upright && place.x !== from.x)) continue
    const cost = upright ? ahead : ahead * 1000 + Math.abs(place.y - from.y)
    if (cost < least) [best, least] = [other, cost]
  }
  return best
}
