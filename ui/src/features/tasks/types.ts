import type { Schemas } from '@/client/api'

export type Task = Schemas['Task']
export type Status = Task['status']
export type Priority = Task['priority']
export type TaskComment = Schemas['TaskComment']

/** The columns of the board, in their order. */
export const COLUMNS = ['todo', 'doing', 'review', 'done'] as const satisfies readonly Status[]
/** What rests beside the board. */
export const ASIDE = ['paused', 'cancelled'] as const satisfies readonly Status[]
export const STATUSES = [...COLUMNS, ...ASIDE] as const
/** The most urgent first. */
export const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const satisfies readonly Priority[]
