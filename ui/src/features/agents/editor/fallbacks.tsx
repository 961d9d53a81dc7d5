import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'

import { api, data } from '@/client/api'
import { Select, TextArea } from '@/components/field'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Draft } from '../draft'
import { BoundField } from './fields'

const KINDS = ['installed', 'none', 'own'] as const
type Kind = (typeof KINDS)[number]

/** Which models are asked where that of the agent does not answer: those of the installation, nobody, or its own. */
export function FallbacksField() {
  const t = useTexts('agents-editor')
  const format = useFormat()
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'fallbacks' })
  const models = useQuery({ queryKey: keys.models, queryFn: () => data(api.GET('/api/models')), staleTime: 60_000 })
  const installed = models.data && (models.data.fallbacks.length ? format.list(models.data.fallbacks) : t('nobody'))
  const [text, setText] = useState(field.value?.join('\n') ?? '')
  const [writes, setWrites] = useState(Boolean(field.value?.length))
  const kind: Kind = !field.value ? 'installed' : writes || field.value.length > 0 ? 'own' : 'none'
  const choose = (next: Kind) => {
    setWrites(next === 'own')
    field.onChange(next === 'installed' ? null : next === 'none' ? [] : namesIn(text))
  }
  return (
    <BoundField
      name="fallbacks"
      label={t('fallbacks')}
      hint={t(kind === 'own' ? 'fallbacksHint' : kind === 'none' ? 'fallbacksNone' : 'fallbacksInstalled')}
    >
      {(labelled) => (
        <div className="flex flex-col gap-2">
          <Select
            {...labelled}
            ref={kind === 'own' ? undefined : field.ref}
            value={kind}
            onChange={(event) => choose(event.target.value as Kind)}
            onBlur={field.onBlur}
          >
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`fallbackKinds.${one}`, { names: installed ?? '…' })}
              </option>
            ))}
          </Select>
          {kind === 'own' && (
            <TextArea
              ref={field.ref}
              aria-label={t('fallbackNames')}
              rows={2}
              value={text}
              placeholder={t('modelHint')}
              onChange={(event) => {
                setText(event.target.value)
                field.onChange(namesIn(event.target.value))
              }}
              onBlur={field.onBlur}
              className="font-mono text-sm"
            />
          )}
        </div>
      )}
    </BoundField>
  )
}

const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
