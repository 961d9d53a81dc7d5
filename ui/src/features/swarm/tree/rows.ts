import type { StateGroup } from '../state'
import type { Resident } from '../types'

/** One resident of the tree as it is drawn. */
export interface TreeRow {
  resident: Resident
  /** From 1. */
  level: number
  /** Its place among those of the same parent, from 1, and how many they are. */
  position: number
  siblings: number
  /** Nothing where nobody is below it. */
  open: boolean | null
  /** How many are below it, at any depth. */
  below: number
  /** Whether it fits the filter itself, not only somebody below it. */
  fits: boolean
}

/** What people filter the tree by. */
export interface TreeFilter {
  text: string
  group: StateGroup | null
}

/**
 * Returns the rows of the tree from top to bottom. Those in `closed` hide who is below them; with a filter everybody
 * who fits is shown, and who is above them.
 */
export function rowsOf(
  residents: readonly Resident[],
  closed: ReadonlySet<string>,
  fits: ((resident: Resident) => boolean) | null,
): TreeRow[] {
  const ids = new Set(residents.map((resident) => resident.id))
  const children = new Map<string | null, Resident[]>()
  for (const resident of residents) {
    const parent = resident.parentId !== null && ids.has(resident.parentId) ? resident.parentId : null
    const had = children.get(parent)
    if (had) had.push(resident)
    else children.set(parent, [resident])
  }
  const rows: TreeRow[] = []
  const put = (
    resident: Resident,
    level: number,
    position: number,
    siblings: number,
  ): { below: number; shown: boolean } => {
    const index = rows.length
    const own = !fits || fits(resident)
    rows.push({ resident, level, position, siblings, open: null, below: 0, fits: own })
    const those = children.get(resident.id) ?? []
    const open = fits !== null || !closed.has(resident.id)
    let below = 0
    let shown = own
    const start = rows.length
    those.forEach((child, at) => {
      const inside = put(child, level + 1, at + 1, those.length)
      below += 1 + inside.below
      shown ||= inside.shown
    })
    if (!open) rows.length = start
    if (!shown) rows.length = index
    else rows[index] = { ...rows[index]!, below, open: those.length ? open : null }
    return { below, shown }
  }
  const roots = children.get(null) ?? []
  roots.forEach((root, at) => put(root, 1, at + 1, roots.length))
  return rows
}

/** Who is above a resident, nearest first. */
export function ancestorsOf(residents: readonly Resident[], id: string): string[] {
  const parents = new Map(residents.map((resident) => [resident.id, resident.parentId]))
  const found: string[] = []
  for (let at = parents.get(id); at && !found.includes(at); at = parents.get(at)) found.push(at)
  return found
}

/** Residents of whom more than the first generations are hidden at first. */
const MANY = 40

/** Who hides those below at first: in large swarms everybody but the roots, so that one sees the whole. */
export function closedAtFirst(residents: readonly Resident[]): ReadonlySet<string> {
  if (residents.length <= MANY) return new Set()
  return new Set(residents.flatMap(({ id, depth, children }) => (depth > 1 && children > 0 ? [id] : [])))
}
