import { useState } from 'react'
import { flushSync } from 'react-dom'

import { ApiError } from '@/client/api'
import { Button } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { timezone } from '@/lib/day'
import { useTexts } from '@/lib/text'

import type { Schedule } from '../types'
import { useSave } from '../use-acts'
import { blank, bodyOf, draftOf, missingIn, type Draft, type Missing } from './draft'
import { Policies } from './policies'
import { What } from './what'
import { When } from './when'

const LONGEST_NAME = 80

/** The form for a new schedule, over the page. */
export function NewSchedule({ onClose }: { onClose: () => void }) {
  const t = useTexts('schedules')
  return (
    <Drawer open wide onClose={onClose} title={t('form.new')}>
      <Editor onSaved={onClose} onCancel={onClose} />
    </Drawer>
  )
}

interface EditorProps {
  /** The one to change; a new one where there is none. */
  schedule?: Schedule
  onSaved: () => void
  onCancel: () => void
}

/** Name, times, what is done, and what becomes of times that fall through. */
export function Editor({ schedule, onSaved, onCancel }: EditorProps) {
  const t = useTexts('schedules')
  const shared = useTexts('shared')
  const reason = useReason()
  const save = useSave(schedule?.id ?? null)
  const [draft, setDraft] = useState<Draft>(() => (schedule ? draftOf(schedule) : blank(timezone)))
  const [tried, setTried] = useState(false)
  const missing = missingIn(draft)
  const onChange = (changes: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...changes }))
    if (save.error) save.reset()
  }
  const about = save.error instanceof ApiError ? (save.error.field ?? '') : ''
  const refused = {
    name: about === 'name',
    when: ['cron', 'everySeconds', 'startsAt', 'endsAt'].includes(about),
    zone: about === 'timezone',
    message: about === 'action.message',
    title: about === 'action.title',
  }
  const wrong = (field: keyof Missing) => {
    const key = missing[field]
    if (refused[field]) return reason(save.error)
    return tried && key ? t(`form.${key}`) : undefined
  }
  const elsewhere = save.error && !Object.values(refused).includes(true)
  const submit = (form: HTMLFormElement) => {
    // At once: what is typed next belongs into the field that is marked now.
    flushSync(() => setTried(true))
    if (Object.keys(missing).length) {
      form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return
    }
    save.mutate(bodyOf(draft), {
      onSuccess: ({ name }) => {
        notify(t(schedule ? 'form.saved' : 'form.created', { name }))
        onSaved()
      },
    })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <Field label={t('form.name')} error={wrong('name')}>
        {(control) => (
          <TextInput
            {...control}
            value={draft.name}
            maxLength={LONGEST_NAME}
            placeholder={t('form.namePrompt')}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <When draft={draft} onChange={onChange} wrong={wrong} />
      <What draft={draft} onChange={onChange} wrong={wrong} />
      <Policies draft={draft} onChange={onChange} />
      {elsewhere && (
        <p role="alert" className="text-base break-words text-danger">
          {reason(save.error)}
        </p>
      )}
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex justify-end gap-2 border-t bg-surface px-4 py-3">
        <Button onClick={onCancel}>{shared('cancel')}</Button>
        <Button look="primary" type="submit" busy={save.isPending}>
          {t(schedule ? 'form.save' : 'form.createIt')}
        </Button>
      </div>
    </form>
  )
}
