export interface Point {
  x: number
  y: number
}

export interface Place extends Point {
  /** Where on the ring, in radians, clockwise from the top. */
  angle: number
}

export interface Ring {
  places: ReadonlyMap<string, Place>
  center: Point
  /** Diameter of a member's disc. */
  disc: number
  /** How names stand: level beside the discs, turned outwards as in a wheel, or only where somebody is pointed at. */
  names: 'level' | 'turned' | 'pointed'
}

const LARGEST = 40
const SMALLEST = 6
/** So many names fit around a ring without being turned. */
const LEVEL = 28
/** Pixels from one member to the next that a turned name needs. */
const TURNED = 11
/** Pixels around the ring for names that stand level, and for those that are turned. */
const LEVEL_MARGIN = { x: 102, y: 40 }
const TURNED_MARGIN = { x: 88, y: 88 }
const BARE_MARGIN = { x: 22, y: 22 }

/** Sets members on an ellipse that fills a frame, in the order given, the first at the top. */
export function ringOf(ids: readonly string[], width: number, height: number): Ring {
  const center = { x: width / 2, y: height / 2 }
  const within = (margin: { x: number; y: number }) =>
    [Math.max(40, width / 2 - margin.x), Math.max(40, height / 2 - margin.y)] as const
  const few = ids.length <= LEVEL
  const turned = !few && around(...within(TURNED_MARGIN)) / ids.length >= TURNED
  const [rx, ry] = within(few ? LEVEL_MARGIN : turned ? TURNED_MARGIN : BARE_MARGIN)
  const disc = Math.round(
    Math.min(LARGEST, Math.max(SMALLEST, (around(rx, ry) / Math.max(1, ids.length)) * (few ? 0.62 : 0.85))),
  )
  const angles = evenly(ids.length, rx, ry)
  const places = new Map(
    ids.map((id, index): [string, Place] => {
      const angle = angles[index]!
      return [id, { angle, x: center.x + rx * Math.sin(angle), y: center.y - ry * Math.cos(angle) }]
    }),
  )
  return { places, center, disc, names: few ? 'level' : turned ? 'turned' : 'pointed' }
}

/** The length of an ellipse, after Ramanujan. */
const around = (rx: number, ry: number) => Math.PI * (3 * (rx + ry) - Math.sqrt((3 * rx + ry) * (rx + 3 * ry)))

const STEPS = 720

/** Angles at which points stand equally far from one another along an ellipse. */
function evenly(count: number, rx: number, ry: number): number[] {
  const lengths = [0]
  for (let step = 1; step <= STEPS; step += 1) {
    const [a, b] = [((step - 1) / STEPS) * 2 * Math.PI, (step / STEPS) * 2 * Math.PI]
    lengths.push(lengths[step - 1]! + Math.hypot(rx * (Math.sin(b) - Math.sin(a)), ry * (Math.cos(b) - Math.cos(a))))
  }
  const whole = lengths[STEPS]!
  let step = 0
  return Array.from({ length: count }, (_, index) => {
    const goal = (whole * index) / count
    while (step < STEPS && lengths[step + 1]! <= goal) step += 1
    const [before, after] = [lengths[step]!, lengths[Math.min(STEPS, step + 1)]!]
    return ((step + (after > before ? (goal - before) / (after - before) : 0)) / STEPS) * 2 * Math.PI
  })
}

/**
 * How far lines are drawn towards the middle, where they run together; and how far those of the two ways stand apart.
 */
const PULL = 0.55
const APART = 0.06

/** The bend of the line from one place to another; the way back bends to the other side. */
export function bendOf(from: Point, to: Point, center: Point): Point {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  return {
    x: middle.x + (center.x - middle.x) * PULL - (to.y - from.y) * APART,
    y: middle.y + (center.y - middle.y) * PULL + (to.x - from.x) * APART,
  }
}

/** The line from one disc to another as an SVG path; it begins and ends at their rims. */
export function lineOf(from: Point, to: Point, center: Point, rim: number): string {
  const bend = bendOf(from, to, center)
  const [start, end] = [towards(from, bend, rim), towards(to, bend, rim)]
  return `M ${round(start.x)} ${round(start.y)} Q ${round(bend.x)} ${round(bend.y)} ${round(end.x)} ${round(end.y)}`
}

/** The tip of a line as a small triangle at the rim of the disc where it ends. */
export function tipOf(bend: Point, to: Point, rim: number, size: number): string {
  const tip = towards(to, bend, rim)
  const back = towards(to, bend, rim + size * 1.3)
  const [x, y] = [(tip.y - back.y) * 0.5, (back.x - tip.x) * 0.5]
  const at = (cornerX: number, cornerY: number) => `${round(cornerX)} ${round(cornerY)}`
  return `M ${at(tip.x, tip.y)} L ${at(back.x + x, back.y + y)} L ${at(back.x - x, back.y - y)} Z`
}

/** Where the number of a line stands: its middle. */
export function middleOf(from: Point, to: Point, center: Point): Point {
  const bend = bendOf(from, to, center)
  return { x: (from.x + 2 * bend.x + to.x) / 4, y: (from.y + 2 * bend.y + to.y) / 4 }
}

function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  return { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by }
}

const round = (value: number) => Math.round(value * 10) / 10

/** How wide a line is, in pixels: four times the mails, twice the width; all are thinner where there are many lines. */
export function widthOf(mails: number, most: number, lines: number): number {
  const widest = Math.min(9, 1.6 + most * 0.5) * (lines > 200 ? 0.5 : lines > 80 ? 0.75 : 1)
  return 0.8 + (widest - 0.8) * Math.sqrt(Math.min(1, mails / Math.max(1, most)))
}

/** How much of a line is to be seen while nobody is pointed at: many lines make room for one another. */
export function inkOf(lines: number): number {
  return Math.max(0.14, Math.min(0.5, 6 / Math.sqrt(Math.max(1, lines)) - 0.1))
}

/** Members in the order of their tree: the person, then everybody followed by their children. */
export function inOrder(
  residents: readonly { id: string; parentId: string | null }[],
  person: string,
  others: Iterable<string>,
): string[] {
  const children = new Map<string | null, string[]>()
  const known = new Set(residents.map((one) => one.id))
  for (const { id, parentId } of residents) {
    const above = parentId !== null && known.has(parentId) ? parentId : null
    children.set(above, [...(children.get(above) ?? []), id])
  }
  const order = new Set([person])
  const visit = (id: string) => {
    if (order.has(id)) return
    order.add(id)
    children.get(id)?.forEach(visit)
  }
  children.get(null)?.forEach(visit)
  for (const id of known) order.add(id)
  for (const id of others) order.add(id)
  return [...order]
}
