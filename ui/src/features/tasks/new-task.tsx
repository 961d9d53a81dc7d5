import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'

import { api, ApiError, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, Select, TextArea, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'

import { useAddress } from './address'
import { Assignee } from './assignee'
import { isDay, momentOf } from './calendar/days'
import { DueField } from './due-field'
import { TagsField } from './tags-field'
import { PRIORITIES, type Priority } from './types'
import { useCreate, useFailed } from './use-acts'

const LONGEST_TITLE = 200
const LONGEST_DESCRIPTION = 20_000

/** The form for a new task; what the address narrows by is filled in. */
export function NewTask({ onClose }: { onClose: () => void }) {
  const t = useTexts('tasks-task')
  const page = useTexts('tasks')
  const shared = useTexts('shared')
  const reason = useReason()
  const failed = useFailed()
  const navigate = useNavigate()
  const form = useId()
  const { filters, on } = useAddress()
  const create = useCreate()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [agentId, setAgentId] = useState<string | null>(filters.agent ?? null)
  const [priority, setPriority] = useState<Priority>(filters.priority ?? 'medium')
  const [dueAt, setDueAt] = useState<string | null>(on && isDay(on) ? momentOf(on, '') : null)
  const [tags, setTags] = useState<string[]>(filters.tag ? [filters.tag] : [])
  // From the press until the page of the task is there: another press would make another task.
  const [busy, setBusy] = useState(false)
  const about = create.error instanceof ApiError ? create.error.field : undefined
  const wrong = (field: string) => (about === field ? reason(create.error) : undefined)
  const submit = async (run: boolean) => {
    if (!title.trim() || busy) return
    setBusy(true)
    const task = await create
      .mutateAsync({ title: title.trim(), description, agentId, priority, dueAt, tags })
      .catch(() => null)
    if (!task) return setBusy(false)
    notify(t('created', { number: task.number }))
    if (!run) return onClose()
    await data(
      api.POST('/api/tasks/{id}/run', { params: { path: { id: task.id } }, body: { instructions: '' } }),
    ).catch(failed)
    await navigate({
      to: '/tasks/$taskId',
      params: { taskId: task.id },
      search: (now: object) => ({ ...now, new: undefined, on: undefined }),
    })
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('newTitle')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button icon="play" disabled={!title.trim()} busy={busy} onClick={() => void submit(true)}>
            {t('createAndRun')}
          </Button>
          <Button look="primary" type="submit" form={form} disabled={!title.trim()} busy={busy}>
            {t('create')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(false)
        }}
      >
        <Field label={t('title')} error={wrong('title')}>
          {(control) => (
            <TextInput
              {...control}
              value={title}
              maxLength={LONGEST_TITLE}
              placeholder={t('titlePrompt')}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('description')} error={wrong('description')}>
          {(control) => (
            <TextArea
              {...control}
              rows={5}
              value={description}
              maxLength={LONGEST_DESCRIPTION}
              placeholder={t('descriptionPrompt')}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="flex min-w-0 flex-col items-start gap-1.5">
            <span className="text-sm font-medium">{t('assignee')}</span>
            <Assignee value={agentId} onChange={setAgentId} />
            {agentId === null && <span className="text-sm text-muted">{t('assigneeHint')}</span>}
          </div>
          <Field label={page('priority')}>
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={priority}
                onChange={(event) => setPriority(event.target.value as Priority)}
              >
                {PRIORITIES.map((one) => (
                  <option key={one} value={one}>
                    {page(`priorities.${one}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t('due')} error={wrong('dueAt')}>
            {(control) => <DueField id={control.id} value={dueAt} onChange={setDueAt} />}
          </Field>
          <Field label={t('tags')} error={wrong('tags')}>
            {(control) => <TagsField id={control.id} value={tags} onChange={setTags} />}
          </Field>
        </div>
        {create.error && !['title', 'description', 'dueAt', 'tags'].includes(about ?? '') && (
          <p role="alert" className="text-base text-danger">
            {reason(create.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
