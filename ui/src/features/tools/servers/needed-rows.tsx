import { useId } from 'react'

import { Button, IconButton } from '@/components/button'
import { Field, TextInput } from '@/components/field'
import { useTexts } from '@/lib/text'

import type { Part } from './part'
import type { NeededRow } from './registration'
import { RowsProblem } from './rows-problem'

const FRESH: NeededRow = { name: '', key: '', prefix: '', description: '', required: true }

/** The credentials that each person brings, and where each goes. */
export function NeededRows({ draft, set, problem }: Part) {
  const t = useTexts('tools-servers')
  const { needed } = draft
  const error = problem('needed')
  const change = (index: number, part: Partial<NeededRow>) =>
    set({ needed: needed.map((row, at) => (at === index ? { ...row, ...part } : row)) })
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      {needed.map((row, index) => (
        <Needed
          key={index}
          row={row}
          number={index + 1}
          header={draft.transport === 'http'}
          invalid={Boolean(error)}
          onChange={(part) => change(index, part)}
          onRemove={() => set({ needed: needed.filter((_, at) => at !== index) })}
        />
      ))}
      <RowsProblem text={error} />
      <Button size="small" icon="plus" onClick={() => set({ needed: [...needed, FRESH] })}>
        {t('form.addNeeded')}
      </Button>
    </div>
  )
}

interface NeededProps {
  row: NeededRow
  number: number
  header: boolean
  invalid: boolean
  onChange: (part: Partial<NeededRow>) => void
  onRemove: () => void
}

function Needed({ row, number, header, invalid, onChange, onRemove }: NeededProps) {
  const t = useTexts('tools-servers')
  const id = useId()
  const text = (
    field: 'name' | 'key' | 'prefix' | 'description',
    label: string,
    limit: number,
    mono: boolean,
    hint?: string,
  ) => (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          value={row[field]}
          maxLength={limit}
          autoComplete="off"
          spellCheck={!mono}
          className={mono ? 'font-mono text-sm' : ''}
          aria-invalid={invalid && (field === 'name' || field === 'key') && !row[field].trim() ? true : undefined}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <div
      role="group"
      aria-label={row.name || t('form.row', { number })}
      className="flex w-full min-w-0 items-start gap-2 rounded-md border p-3"
    >
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
        {text('name', t('form.neededName'), 32, true)}
        {text('key', t(header ? 'form.keyHeader' : 'form.keyVariable'), 100, true)}
        {text('description', t('form.neededDescription'), 500, false)}
        {text('prefix', t('form.prefix'), 100, true, t('form.prefixHint'))}
        <label htmlFor={id} className="flex min-h-6 items-center gap-2">
          <input
            id={id}
            type="checkbox"
            checked={row.required}
            onChange={(event) => onChange({ required: event.target.checked })}
            className="size-4 accent-accent"
          />
          {t('form.required')}
        </label>
      </div>
      <IconButton
        icon="x"
        size="small"
        label={t('form.removeRow', { name: row.name || t('form.row', { number }) })}
        onClick={onRemove}
      />
    </div>
  )
}
