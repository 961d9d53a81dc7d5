import { dropPlace, indexOf, placeOf, staysPut, step, type Place } from '../order'
import { COLUMNS, type Task } from '../types'

export type Columns = Readonly<Record<(typeof COLUMNS)[number], readonly Task[]>>
type Column = keyof Columns

/** A task that was picked up, and where it would be put down. */
export interface Lift {
  task: Task
  by: 'pointer' | 'keys'
  place: Place
}

export const isColumn = (status: string | undefined): status is Column => COLUMNS.some((one) => one === status)

/** The task, picked up where it stands. */
export function lifted(columns: Columns, task: Task, by: Lift['by']): Lift {
  return {
    task,
    by,
    place: { status: task.status, after: isColumn(task.status) ? placeOf(columns[task.status], task.id) : null },
  }
}

/** The same after an arrow key; the same object where it goes nowhere. */
export function stepped(columns: Columns, lift: Lift, key: string): Lift {
  const { task, place } = lift
  if (!isColumn(place.status)) return lift
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const after = step(columns[place.status], task.id, place.after, key === 'ArrowUp' ? -1 : 1)
    return after === place.after ? lift : { ...lift, place: { ...place, after } }
  }
  const next = COLUMNS[COLUMNS.indexOf(place.status) + (key === 'ArrowLeft' ? -1 : 1)]
  if (!next) return lift
  const home = next === task.status ? placeOf(columns[next], task.id) : null
  return { ...lift, place: { status: next, after: home } }
}

/** The same after the pointer went over a column, or over a task in it. */
export function hovered(columns: Columns, lift: Lift, status: Column, over: string | null, behind: boolean): Lift {
  const column = columns[status]
  const last = column.findLast((task) => task.id !== lift.task.id)?.id ?? null
  const after =
    over === null ? last : over === lift.task.id ? placeOf(column, over) : dropPlace(column, lift.task.id, over, behind)
  return lift.place.status === status && lift.place.after === after ? lift : { ...lift, place: { status, after } }
}

/** Which place it would have, counted from 1, and of how many. */
export function rankOf(columns: Columns, { task, place }: Lift): { place: number; of: number } {
  if (!isColumn(place.status)) return { place: 1, of: 1 }
  const column = columns[place.status]
  return { place: indexOf(column, task.id, place.after) + 1, of: column.filter((one) => one.id !== task.id).length + 1 }
}

/** Whether putting it down would change nothing. */
export function isHome(columns: Columns, { task, place }: Lift): boolean {
  return isColumn(place.status) && staysPut(columns[place.status], task, place)
}

/** The task that has the focus after an arrow key, where none is picked up. */
export function neighbour(columns: Columns, task: Task, key: string): Task | undefined {
  if (!isColumn(task.status)) return undefined
  const column = columns[task.status]
  const index = column.findIndex((one) => one.id === task.id)
  if (key === 'ArrowUp') return column[index - 1]
  if (key === 'ArrowDown') return column[index + 1]
  const by = key === 'ArrowLeft' ? -1 : 1
  for (let at = COLUMNS.indexOf(task.status) + by; COLUMNS[at]; at += by) {
    const beside = columns[COLUMNS[at]!]
    if (beside.length) return beside[Math.min(index, beside.length - 1)]
  }
  return undefined
}

/** What a key event on a card asks for. */
export function isArrow(key: string): boolean {
  return key.startsWith('Arrow')
}
