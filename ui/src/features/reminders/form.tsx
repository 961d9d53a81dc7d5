import { useState } from 'react'

import { Button } from '@/components/button'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useSet } from './data'

/** Sets a reminder: what, and when, in words. */
export function NewReminder() {
  const t = useTexts('reminders')
  const reason = useReason()
  const format = useFormat()
  const [text, setText] = useState('')
  const [when, setWhen] = useState('')
  const set = useSet()
  const submit = () =>
    set.mutate(
      { text: text.trim(), when: when.trim() },
      {
        onSuccess: ({ dueAt }) => {
          setText('')
          setWhen('')
          notify(t('wasSet', { when: dueAt ? format.dateTime(dueAt) : '' }))
        },
      },
    )
  return (
    <form
      className="grid items-start gap-3 rounded-lg border bg-surface p-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label={t('text')}>
        {(control) => (
          <TextInput
            {...control}
            value={text}
            maxLength={500}
            placeholder={t('textHint')}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('when')} hint={t('whenHint')} error={set.error ? reason(set.error) : undefined}>
        {(control) => (
          <TextInput {...control} value={when} maxLength={100} onChange={(event) => setWhen(event.target.value)} />
        )}
      </Field>
      <Button
        type="submit"
        look="primary"
        icon="bell"
        className="sm:mt-6"
        busy={set.isPending}
        disabled={!text.trim() || !when.trim()}
      >
        {t('set')}
      </Button>
    </form>
  )
}
