import type { EventData, FactKind, Reason } from '@/client/events'

import { oneLine, say, type Sentence, type Tell, type Words } from './sentence'

type TaskKind = Extract<FactKind, `${'task' | 'schedule'}.${string}`>

const task =
  (name: string) =>
  ({ number, title }: EventData['task.created']): Sentence =>
    say(`task.${name}`, { number, title: oneLine(title) })
const schedule =
  (name: string) =>
  (data: { name: string; reason?: string; why?: Reason | null }, { why }: Words): Sentence =>
    say(`schedule.${name}`, { name: oneLine(data.name), reason: oneLine(why(data.why, data.reason ?? '')) })

/** Says what happened to a task or a schedule. */
export const TELL_TASK: { [K in TaskKind]: Tell<K> } = {
  'task.created': task('created'),
  'task.changed': task('changed'),
  'task.started': task('started'),
  'task.submitted': task('submitted'),
  'task.accepted': task('accepted'),
  'task.returned': task('returned'),
  'task.commented': task('commented'),
  'task.deleted': task('deleted'),
  'schedule.created': schedule('created'),
  'schedule.changed': schedule('changed'),
  'schedule.fired': schedule('fired'),
  'schedule.skipped': schedule('skipped'),
  'schedule.failed': schedule('failed'),
  'schedule.deleted': schedule('deleted'),
}
