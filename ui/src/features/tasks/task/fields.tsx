import { useId, useState, type ReactNode } from 'react'

import { Select, Switch, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { Assignee } from '../assignee'
import { DueField } from '../due-field'
import { refusal } from '../moves'
import { TagsField } from '../tags-field'
import { PRIORITIES, STATUSES, type Priority, type Status, type Task } from '../types'
import { useEdit, useStatus, type TaskChanges } from '../use-acts'

const MOST_MINUTES = 100_000

/** What is known about a task, each to be changed where it stands. */
export function Fields({ task }: { task: Task }) {
  const t = useTexts('tasks-task')
  const page = useTexts('tasks')
  const reason = useReason()
  const supervisor = useAgentsById().get(SUPERVISOR)?.name ?? SUPERVISOR
  const become = useStatus()
  const edit = useEdit(task)
  const set = (changes: TaskChanges) => edit.mutate(changes, { onError: (error) => notify(reason(error), 'failed') })
  return (
    <section aria-label={t('fields')} className="flex flex-col gap-1 rounded-lg border p-3">
      <Row label={t('status')}>
        {(id) => (
          <Select
            id={id}
            className="w-44"
            value={task.status}
            onChange={(event) => become(task, event.target.value as Status)}
          >
            {STATUSES.map((status) => (
              <option key={status} value={status} disabled={refusal(task, status) !== null}>
                {page(`status.${status}`)}
              </option>
            ))}
          </Select>
        )}
      </Row>
      <Row label={t('assignee')}>
        {() => (
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
            <Assignee value={task.agentId} onChange={(agentId) => set({ agentId })} />
            {task.agentId && (
              <span className="flex items-center gap-2 text-sm">
                <Switch
                  checked={task.supervised}
                  onChange={(supervised) => set({ supervised })}
                  label={t('supervised', { supervisor })}
                />
                <span aria-hidden className="text-muted">
                  {t('supervised', { supervisor })}
                </span>
              </span>
            )}
          </span>
        )}
      </Row>
      <Row label={page('priority')}>
        {(id) => (
          <Select
            id={id}
            className="w-44"
            value={task.priority}
            onChange={(event) => set({ priority: event.target.value as Priority })}
          >
            {PRIORITIES.map((one) => (
              <option key={one} value={one}>
                {page(`priorities.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Row>
      <Row label={t('due')}>{(id) => <DueField id={id} value={task.dueAt} onChange={(dueAt) => set({ dueAt })} />}</Row>
      <Row label={t('estimate')}>
        {(id) => (
          <span className="flex items-center gap-2">
            <Estimate
              key={task.estimateMinutes}
              id={id}
              value={task.estimateMinutes}
              onChange={(estimateMinutes) => set({ estimateMinutes })}
            />
            <span className="text-sm text-muted">{t('estimateUnit')}</span>
          </span>
        )}
      </Row>
      <Row label={t('tags')}>{(id) => <TagsField id={id} value={task.tags} onChange={(tags) => set({ tags })} />}</Row>
    </section>
  )
}

function Row({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="flex min-h-10 gap-x-3 gap-y-1 max-sm:flex-col sm:items-center">
      <label htmlFor={id} className="w-28 shrink-0 text-sm text-muted">
        {label}
      </label>
      <div className="min-w-0 flex-1">{children(id)}</div>
    </div>
  )
}

function Estimate({
  id,
  value,
  onChange,
}: {
  id: string
  value: number | null
  onChange: (minutes: number | null) => void
}) {
  const t = useTexts('tasks-task')
  const [text, setText] = useState(value === null ? '' : String(value))
  const save = () => {
    const minutes = text.trim() === '' ? null : Math.round(Number(text))
    if (minutes !== null && !(minutes >= 1 && minutes <= MOST_MINUTES))
      return setText(value === null ? '' : String(value))
    if (minutes !== value) onChange(minutes)
  }
  return (
    <TextInput
      id={id}
      type="number"
      inputMode="numeric"
      min={1}
      max={MOST_MINUTES}
      aria-label={t('estimateLabel')}
      placeholder={t('estimateNone')}
      className="w-28!"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
