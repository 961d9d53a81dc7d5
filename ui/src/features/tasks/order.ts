import type { Status, Task } from './types'

/** A place in a column: behind this task, or first where there is none. */
export interface Place {
  status: Status
  after: string | null
}

/** The place in which a task of a column stands. */
export function placeOf(column: readonly Task[], id: string): string | null {
  const index = column.findIndex((task) => task.id === id)
  return index > 0 ? column[index - 1]!.id : null
}

/** Where a task is put that is dropped on `over`: before it, or behind it. */
export function dropPlace(column: readonly Task[], moving: string, over: string, behind: boolean): string | null {
  const others = column.filter((task) => task.id !== moving)
  const index = others.findIndex((task) => task.id === over)
  if (index < 0) return placeOf(column, moving)
  return behind ? over : (others[index - 1]?.id ?? null)
}

/** The place one step up or down in a column, from the place behind `after`. */
export function step(column: readonly Task[], moving: string, after: string | null, by: 1 | -1): string | null {
  const others = column.filter((task) => task.id !== moving)
  const index = after === null ? 0 : others.findIndex((task) => task.id === after) + 1
  const next = Math.max(0, Math.min(others.length, index + by))
  return next === 0 ? null : others[next - 1]!.id
}

/** How many tasks stand before a place, the moving one left out. */
export function indexOf(column: readonly Task[], moving: string, after: string | null): number {
  return after === null ? 0 : column.filter((task) => task.id !== moving).findIndex((task) => task.id === after) + 1
}

/** A column after a task was put behind another; the end where that one is not in it. */
export function placed(column: readonly Task[], task: Task, after: string | null): Task[] {
  const others = column.filter((one) => one.id !== task.id)
  if (after === null) return [task, ...others]
  const index = others.findIndex((one) => one.id === after)
  return index < 0 ? [...others, task] : others.toSpliced(index + 1, 0, task)
}

/** Whether a move would change nothing. */
export function staysPut(column: readonly Task[], task: Task, place: Place): boolean {
  return place.status === task.status && place.after === placeOf(column, task.id)
}
