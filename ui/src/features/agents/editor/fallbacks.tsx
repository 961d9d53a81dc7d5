import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'

import { TextArea } from '@/components/field'
import { useTexts } from '@/lib/text'

import type { Draft } from '../draft'
import { BoundField } from './fields'

/** Which models are asked where that of the agent does not answer, one on a line; nothing for those of the installation. */
export function FallbacksField() {
  const t = useTexts('agents-editor')
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'fallbacks' })
  const [text, setText] = useState(field.value?.join('\n') ?? '')
  const change = (next: string) => {
    setText(next)
    const names = next
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    field.onChange(names.length ? names : null)
  }
  return (
    <BoundField name="fallbacks" label={t('fallbacks')} hint={t('fallbacksHint')}>
      {(labelled) => (
        <TextArea
          {...labelled}
          ref={field.ref}
          rows={2}
          value={text}
          placeholder={t('fallbacksDefault')}
          onChange={(event) => change(event.target.value)}
          onBlur={field.onBlur}
          className="font-mono text-sm"
        />
      )}
    </BoundField>
  )
}
