import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'

import { api, data } from '@/client/api'
import { Select, TextInput } from '@/components/field'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { keys } from '@/live/refresh'

import { BOUNDS, type Draft } from '../draft'
import { BoundField } from './fields'

const DEFAULT = ''
const OTHER = '\u0000'

/** Chooses the model, and says what is missing to use it. */
export function ModelField() {
  const t = useTexts('agents-editor')
  const format = useFormat()
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'model' })
  const why = useWhy()
  const { dirtyFields } = useFormState({ control })
  const id = useWatch({ control, name: 'id' })
  const health = useQuery({ queryKey: keys.agentHealth, queryFn: () => data(api.GET('/api/agents/health')) })
  const now = dirtyFields.model ? undefined : health.data?.agents.find((one) => one.id === id)
  const models = useQuery({ queryKey: keys.models, queryFn: () => data(api.GET('/api/models')), staleTime: 60_000 })
  const entries = models.data?.models ?? []
  const listed = entries.find((entry) => entry.name === field.value)
  const [writes, setWrites] = useState(false)
  const other = writes || (field.value !== null && !listed)
  const choose = (value: string) => {
    setWrites(value === OTHER)
    if (value === DEFAULT) field.onChange(null)
    else if (value !== OTHER) field.onChange(value)
  }
  const price = (value: number | null | undefined) => (value == null ? '–' : format.money(value))
  const hint =
    listed && !listed.usable
      ? listed.detail
      : listed && (listed.inputPrice != null || listed.outputPrice != null)
        ? t('prices', { input: price(listed.inputPrice), output: price(listed.outputPrice) })
        : undefined
  const group = (usable: boolean) => entries.filter((entry) => entry.usable === usable)
  return (
    <BoundField
      name="model"
      label={t('model')}
      hint={hint && <span className={listed && !listed.usable ? 'text-warning' : ''}>{hint}</span>}
    >
      {(labelled) => (
        <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
          <Select
            {...labelled}
            ref={other ? undefined : field.ref}
            value={other ? OTHER : (field.value ?? DEFAULT)}
            onChange={(event) => choose(event.target.value)}
            onBlur={field.onBlur}
            className="w-full sm:flex-1"
          >
            <option value={DEFAULT}>{t('defaultModel', { name: models.data?.default ?? '…' })}</option>
            {([true, false] as const).map(
              (usable) =>
                group(usable).length > 0 && (
                  <optgroup key={String(usable)} label={t(usable ? 'usable' : 'unusable')}>
                    {group(usable).map((entry) => (
                      <option key={entry.name} value={entry.name}>
                        {entry.name}
                      </option>
                    ))}
                  </optgroup>
                ),
            )}
            <option value={OTHER}>{t('otherModel')}</option>
          </Select>
          {other && (
            <TextInput
              ref={field.ref}
              aria-label={t('modelName')}
              placeholder={t('modelHint')}
              value={field.value ?? ''}
              maxLength={BOUNDS.model}
              spellCheck={false}
              autoComplete="off"
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(event.target.value)}
              className="font-mono text-sm sm:flex-1"
            />
          )}
          {now?.model && (
            <p className="text-sm break-words text-muted sm:basis-full">
              {t('modelNow', { name: now.model })} {why(now.modelWhy, '')}
            </p>
          )}
        </div>
      )}
    </BoundField>
  )
}
