import { useMemo } from 'react'
import { useController, useFormContext } from 'react-hook-form'

import { TextArea } from '@/components/field'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { BOUNDS, type Draft } from '../draft'
import { Chips } from './chips'
import { BoundField, NumberField, useLineProblems } from './fields'
import { Lines } from './lines'
import { useFieldRemarks } from './remarks'
import { Section } from './section'

/** The words by which messages find the agent. */
export function Purpose() {
  const t = useTexts('agents-editor')
  const { register } = useFormContext<Draft>()
  return (
    <Section name="purpose">
      <BoundField name="objective" label={t('objective')} hint={t('objectiveHint')}>
        {(control) => <TextArea {...control} {...register('objective')} rows={2} />}
      </BoundField>
      <ChipsField name="tags" label={t('tags')} hint={t('tagsHint')} />
      <ChipsField name="keywords" label={t('keywords')} hint={t('keywordsHint')} />
      <LinesField name="patterns" label={t('patterns')} hint={t('patternsHint')} mono />
      <LinesField name="examples" label={t('examples')} hint={t('examplesHint')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <ChipsField name="languages" label={t('languages')} hint={t('languagesHint')} />
        <NumberField name="priority" label={t('priority')} hint={t('priorityHint')} min={-1000} max={1000} />
      </div>
    </Section>
  )
}

interface ListFieldProps<N> {
  name: N
  label: string
  hint: string
}

function ChipsField({ name, label, hint }: ListFieldProps<'tags' | 'keywords' | 'languages'>) {
  const language = usePreferences((state) => state.language)
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name })
  const problems = useLineProblems(name)
  const { warnings } = useFieldRemarks(name)
  const marked = useMemo(() => new Set(warnings.map((warning) => warning.value)), [warnings])
  const meaning = useMemo(() => {
    if (name !== 'languages') return undefined
    const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
    return (code: string) => (/^[a-z]{2}$/.test(code) ? names.of(code) : undefined)
  }, [name, language])
  return (
    <BoundField name={name} label={label} hint={hint}>
      {(labelled) => (
        <Chips
          control={labelled}
          label={label}
          value={field.value}
          onChange={field.onChange}
          limit={BOUNDS[name]}
          problems={problems}
          marked={marked}
          {...(meaning ? { meaning } : {})}
        />
      )}
    </BoundField>
  )
}

function LinesField({ name, label, hint, mono = false }: ListFieldProps<'patterns' | 'examples'> & { mono?: boolean }) {
  const t = useTexts('agents-editor')
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name })
  const problems = useLineProblems(name)
  return (
    <BoundField name={name} label={label} hint={name === 'examples' ? `${hint} ${t('pasteHint')}` : hint}>
      {(labelled) => (
        <Lines
          control={labelled}
          label={label}
          value={field.value}
          onChange={field.onChange}
          limit={BOUNDS[name]}
          mono={mono}
          problems={problems}
        />
      )}
    </BoundField>
  )
}
