import { STATUSES, type Status, type Task } from './types'

/** Which status a person may give a task that is not running; the server has the last word. */
const MAY_BECOME: Record<Status, readonly Status[]> = {
  todo: ['doing', 'review', 'done', 'paused', 'cancelled'],
  doing: ['todo', 'review', 'done', 'paused', 'cancelled'],
  review: ['todo', 'doing', 'done', 'paused', 'cancelled'],
  done: ['todo'],
  paused: ['todo', 'cancelled'],
  cancelled: ['todo'],
}
const NEEDS_FREEDOM: ReadonlySet<Status> = new Set(['doing', 'review', 'done'])
const RUNNABLE: ReadonlySet<Status> = new Set(['todo', 'doing', 'review'])

/** Why something cannot be done to a task. */
export type Refusal = 'running' | 'order' | 'blocked'

type Moving = Pick<Task, 'status' | 'running' | 'blocked'>

/** Why a task cannot become `status`; nothing where it can, or is so already. */
export function refusal(task: Moving, status: Status): Refusal | null {
  if (status === task.status) return null
  if (task.running) return 'running'
  if (!MAY_BECOME[task.status].includes(status)) return 'order'
  return task.blocked && NEEDS_FREEDOM.has(status) ? 'blocked' : null
}

/** What a task can become now. */
export function movesOf(task: Moving): Status[] {
  return STATUSES.filter((status) => status !== task.status && refusal(task, status) === null)
}

/** Why a task cannot be run; nothing where it can. */
export function runRefusal(task: Moving): Refusal | null {
  if (task.running) return 'running'
  if (!RUNNABLE.has(task.status)) return 'order'
  return task.blocked ? 'blocked' : null
}
