export interface FlowLink {
  from: string
  to: string
  count: number
}

export interface FlowNode {
  key: string
  count: number
  /** From the top of the drawing. */
  top: number
  height: number
}

export interface FlowBand extends FlowLink {
  fromTop: number
  toTop: number
  thickness: number
}

export interface FlowPlan {
  left: FlowNode[]
  right: FlowNode[]
  bands: FlowBand[]
}

/** What stands for all nodes that have no place of their own. */
export const OTHERS = '…'

const LEAST = 3

/**
 * Lays out what goes from whom to whom: givers at the left, takers at the right, everybody as high as what they gave or
 * took, the largest at the top. Who gives and takes stands on both sides, so that there are no circles. `gap` pixels
 * are between two of a side; beyond `most` of a side the rest stands together.
 */
export function flowPlan(links: readonly FlowLink[], height: number, { gap = 15, most = 10 } = {}): FlowPlan {
  const given = links.filter((link) => link.count > 0)
  const left = ranked(given, 'from', most)
  const right = ranked(given, 'to', most)
  const merged = new Map<string, FlowLink>()
  for (const link of given) {
    const from = left.has(link.from) ? link.from : OTHERS
    const to = right.has(link.to) ? link.to : OTHERS
    const key = `${from}\u0000${to}`
    merged.set(key, { from, to, count: (merged.get(key)?.count ?? 0) + link.count })
  }
  const total = given.reduce((sum, link) => sum + link.count, 0)
  const rows = Math.max(left.size, right.size)
  const scale = total ? Math.max(0, height - gap * Math.max(0, rows - 1)) / total : 0
  const plan = {
    left: placed(left, scale, gap, height),
    right: placed(right, scale, gap, height),
    bands: [] as FlowBand[],
  }
  const order = (nodes: readonly FlowNode[]) => new Map(nodes.map((node, index) => [node.key, index]))
  const [leftOrder, rightOrder] = [order(plan.left), order(plan.right)]
  const sorted = [...merged.values()].sort(
    (a, b) => leftOrder.get(a.from)! - leftOrder.get(b.from)! || rightOrder.get(a.to)! - rightOrder.get(b.to)!,
  )
  const used = { left: new Map<string, number>(), right: new Map<string, number>() }
  for (const link of sorted) {
    const thickness = link.count * scale
    const from = plan.left[leftOrder.get(link.from)!]!
    const to = plan.right[rightOrder.get(link.to)!]!
    plan.bands.push({
      ...link,
      thickness,
      fromTop: from.top + (used.left.get(link.from) ?? 0),
      toTop: to.top + (used.right.get(link.to) ?? 0),
    })
    used.left.set(link.from, (used.left.get(link.from) ?? 0) + thickness)
    used.right.set(link.to, (used.right.get(link.to) ?? 0) + thickness)
  }
  return plan
}

function ranked(links: readonly FlowLink[], side: 'from' | 'to', most: number): Map<string, number> {
  const sums = new Map<string, number>()
  for (const link of links) sums.set(link[side], (sums.get(link[side]) ?? 0) + link.count)
  const sorted = [...sums].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
  if (sorted.length <= most) return new Map(sorted)
  const rest = sorted.slice(most - 1).reduce((sum, [, count]) => sum + count, 0)
  return new Map([...sorted.slice(0, most - 1), [OTHERS, rest]])
}

function placed(nodes: Map<string, number>, scale: number, gap: number, height: number): FlowNode[] {
  const taken = [...nodes.values()].reduce((sum, count) => sum + count * scale, 0) + gap * Math.max(0, nodes.size - 1)
  let top = (height - taken) / 2
  return [...nodes].map(([key, count]) => {
    const node = { key, count, top, height: Math.max(LEAST, count * scale) }
    top += count * scale + gap
    return node
  })
}

/** The outline of a band from `x0` to `x1`. */
export function bandPath(band: FlowBand, x0: number, x1: number): string {
  const middle = (x0 + x1) / 2
  const { fromTop, toTop } = band
  const thickness = Math.max(1, band.thickness)
  const [fromEnd, toEnd] = [fromTop + thickness, toTop + thickness]
  const there = `M${x0} ${fromTop} C${middle} ${fromTop} ${middle} ${toTop} ${x1} ${toTop}`
  return `${there} V${toEnd} C${middle} ${toEnd} ${middle} ${fromEnd} ${x0} ${fromEnd} Z`
}
