import { useId } from 'react'

import { Field, Select, Switch, TextArea, TextInput } from '@/components/field'
import { Choice } from '@/components/tabs'
import { useTexts } from '@/lib/text'

import type { Part } from './part'
import type { Registration } from './registration'

type TextField = { [K in keyof Registration]: Registration[K] extends string ? K : never }[keyof Registration]

interface WordsProps extends Part {
  field: TextField
  label: string
  hint?: string
  rows?: number
  mono?: boolean
  limit?: number
  optional?: boolean
}

/** A field of text, of one line or several. */
function Words({ draft, set, problem, field, label, hint, rows, mono, limit, optional }: WordsProps) {
  const t = useTexts('tools-servers')
  const look = mono ? 'font-mono text-sm' : ''
  return (
    <Field
      label={
        <>
          {label}
          {optional && <span className="pl-2 font-normal text-muted">{t('form.optional')}</span>}
        </>
      }
      hint={hint}
      error={problem(field)}
    >
      {(control) => {
        const common = {
          ...control,
          value: draft[field],
          className: look,
          autoComplete: 'off',
          spellCheck: !mono,
          ...(limit ? { maxLength: limit } : {}),
          onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
        }
        return rows ? <TextArea {...common} rows={rows} /> : <TextInput {...common} />
      }}
    </Field>
  )
}

/** What it is called and what it is for. */
export function Identity(part: Part) {
  const t = useTexts('tools-servers')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Words {...part} field="name" label={t('form.name')} hint={t('form.nameHint')} mono limit={32} />
        <Words {...part} field="title" label={t('form.title')} optional limit={200} />
      </div>
      <Words {...part} field="description" label={t('form.description')} optional limit={2000} />
    </>
  )
}

/** Where it is: a program or an address. */
export function Place(part: Part) {
  const t = useTexts('tools-servers')
  const { draft, set } = part
  return (
    <>
      <div>
        <Choice
          label={t('form.transport')}
          value={draft.transport}
          onChange={(transport) => set({ transport, values: [] })}
          options={[
            { value: 'stdio', label: t('form.stdio') },
            { value: 'http', label: t('form.http') },
          ]}
        />
      </div>
      {draft.transport === 'stdio' ? (
        <>
          <Words {...part} field="command" label={t('form.command')} hint={t('form.commandHint')} mono limit={1000} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Words {...part} field="args" label={t('form.args')} hint={t('form.argsHint')} rows={3} mono />
            <Words {...part} field="paths" label={t('form.paths')} hint={t('form.pathsHint')} rows={3} mono />
          </div>
        </>
      ) : (
        <Words {...part} field="url" label={t('form.url')} hint={t('form.urlHint')} mono limit={2000} />
      )}
    </>
  )
}

/** What its tools may do. */
export function Rights(part: Part) {
  const t = useTexts('tools-servers')
  const { draft, set } = part
  return (
    <>
      <Words {...part} field="tools" label={t('form.tools')} hint={t('form.toolsHint')} rows={2} mono />
      <Toggle
        label={t('form.readOnly')}
        hint={t('form.readOnlyHint')}
        checked={draft.readOnly}
        onChange={(readOnly) => set({ readOnly })}
      />
      {draft.transport === 'stdio' && (
        <Toggle
          label={t('form.network')}
          hint={t('form.networkHint')}
          checked={draft.network}
          onChange={(network) => set({ network })}
        />
      )}
      <Field label={t('form.approval')} className="sm:w-1/2">
        {(control) => (
          <Select
            {...control}
            value={draft.approval}
            onChange={(event) => set({ approval: event.target.value as Registration['approval'] })}
          >
            {(['effects', 'always', 'never'] as const).map((value) => (
              <option key={value} value={value}>
                {t(`form.approvals.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}

/** How much one person may use it. */
export function Limits(part: Part) {
  const t = useTexts('tools-servers')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Words {...part} field="callsPerMinute" label={t('form.calls')} hint={t('form.callsHint')} limit={5} />
      <Words {...part} field="timeoutSeconds" label={t('form.timeout')} limit={5} />
    </div>
  )
}

function Toggle({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Switch id={id} label={label} checked={checked} onChange={onChange} />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <p className="text-sm text-muted">{hint}</p>
      </div>
    </div>
  )
}
