import { useState } from 'react'

import { Field, Switch, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { useAccountPreferences, type AccountPreferences } from '@/lib/account'
import { useTexts } from '@/lib/text'

import { useSavePreferences } from './save-preferences'
import { Section } from './section'

/** The longest silence that can be set, that of a year. */
const MOST_SILENCE = 525_600

/** What agents may read and write down of a person, and when a conversation has ended. */
export function Memory() {
  const t = useTexts('settings')
  const found = useAccountPreferences()
  return (
    <Section id="memory" title={t('memory.title')} about={t('memory.about')}>
      {found.isPending ? (
        <Skeleton className="h-40" />
      ) : !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Form preferences={found.data} />
      )}
    </Section>
  )
}

function Form({ preferences }: { preferences: AccountPreferences }) {
  const t = useTexts('settings')
  const { change, save } = useSavePreferences(preferences)
  return (
    <div className="flex flex-col gap-5">
      {(['recall', 'remember'] as const).map((name) => (
        <div key={name} className="flex items-start gap-4">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{t(`memory.${name}`)}</p>
            <p className="text-sm text-muted">{t(`memory.${name}Hint`)}</p>
          </div>
          <Switch
            label={t(`memory.${name}`)}
            checked={preferences[name] ?? true}
            onChange={(on) => save({ [name]: on })}
          />
        </div>
      ))}
      <Silence value={preferences.silenceMinutes ?? null} onChange={(silenceMinutes) => save({ silenceMinutes })} />
      <p role="status" className="flex h-5 items-center gap-1.5 text-sm text-success">
        {change.isSuccess && (
          <>
            <Icon name="check-circle" size={15} />
            {t('defaults.saved')}
          </>
        )}
      </p>
    </div>
  )
}

function Silence({ value, onChange }: { value: number | null; onChange: (minutes: number | null) => void }) {
  const t = useTexts('settings')
  const [text, setText] = useState(value === null ? '' : String(value))
  const wrong = text !== '' && (!/^\d{1,6}$/.test(text) || Number(text) > MOST_SILENCE)
  const done = () => {
    const minutes = text === '' ? null : Number(text)
    if (!wrong && minutes !== value) onChange(minutes)
  }
  return (
    <Field
      label={t('memory.silence')}
      hint={t('memory.silenceHint')}
      error={wrong ? t('memory.silenceWrong', { most: MOST_SILENCE }) : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          value={text}
          placeholder={t('memory.silenceDefault')}
          onChange={(event) => setText(event.target.value.trim())}
          onBlur={done}
          onKeyDown={(event) => event.key === 'Enter' && done()}
          className="numbers max-w-56"
        />
      )}
    </Field>
  )
}
