import type { Task } from '../types'
import { dayOf, type Day } from './days'

/** Tasks by the day on which they are due, each day's in the order of their times. */
export function byDay(tasks: readonly Task[]): ReadonlyMap<Day, readonly Task[]> {
  const days = new Map<Day, Task[]>()
  const dated = tasks
    .filter((task) => task.dueAt !== null)
    .toSorted((a, b) => Date.parse(a.dueAt!) - Date.parse(b.dueAt!))
  for (const task of dated) {
    const day = dayOf(task.dueAt!)
    days.set(day, [...(days.get(day) ?? []), task])
  }
  return days
}
