import { useContext, type ReactNode } from 'react'
import { useFormContext, useFormState, type FieldPath } from 'react-hook-form'

import { Field, TextInput } from '@/components/field'
import { useWarningText } from '@/components/lint-words'

import { BOUNDS, placeOfFilled, type Draft } from '../draft'
import { useProblemText } from '../problems'
import { RemarksContext, useFieldRemarks } from './remarks'
import { fieldAnchor } from './use-field-of-address'

export type Control = Parameters<Parameters<typeof Field>[0]['children']>[0]

interface BoundFieldProps {
  name: FieldPath<Draft>
  label: string
  hint?: ReactNode
  className?: string
  children: (control: Control) => ReactNode
}

/** A field of the agent with what the rules and the server say about it. */
export function BoundField({ name, label, hint, className, children }: BoundFieldProps) {
  const warn = useWarningText()
  const problem = useFieldProblem(name)
  const { warnings } = useFieldRemarks(name.split('.')[0] as keyof Draft)
  return (
    <Field
      anchor={fieldAnchor(name)}
      label={label}
      hint={hint}
      {...(className ? { className } : {})}
      error={problem}
      warning={warnings.length ? <Sentences sentences={warnings.map(warn)} /> : undefined}
    >
      {children}
    </Field>
  )
}

/** Warnings one under another, the first few in sight. */
export function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <span className="flex max-h-32 flex-col gap-0.5 overflow-y-auto">
      {sentences.map((sentence, index) => (
        <span key={index} className="break-words">
          {sentence}
        </span>
      ))}
    </span>
  )
}

/** What is wrong with a field as a whole: by the rules first, then by the server. */
export function useFieldProblem(name: FieldPath<Draft>): string | undefined {
  const write = useProblemText()
  const { control, getFieldState } = useFormContext<Draft>()
  const state = useFormState({ control, name })
  const error = getFieldState(name, state).error
  const { refusals } = useContext(RemarksContext)
  if (typeof error?.message === 'string') return write(error.message)
  if (typeof error?.root?.message === 'string') return write(error.root.message)
  return refusals.find((one) => one.field === name)?.detail
}

/** What is wrong with single lines of a list, by place. */
export function useLineProblems(
  name: 'tags' | 'keywords' | 'patterns' | 'examples' | 'languages' | 'tools' | 'helpers' | 'needs',
): ReadonlyMap<number, string> {
  const write = useProblemText()
  const { control, getValues } = useFormContext<Draft>()
  const { errors } = useFormState({ control, name })
  const { lines } = useFieldRemarks(name)
  const own = errors[name]
  const written = getValues(name)
  const found = new Map([...lines].map(([index, detail]) => [placeOfFilled(written, index), detail]))
  if (Array.isArray(own)) {
    own.forEach((error: { message?: string } | undefined, index) => {
      if (error?.message) found.set(index, write(error.message))
    })
  }
  return found
}

type TextName = 'name' | 'announcement'

/** One line of text. */
export function TextField({
  name,
  label,
  hint,
  className,
  ...rest
}: {
  name: TextName
  label: string
  hint?: string
  className?: string
  autoFocus?: boolean
  onInput?: (text: string) => void
}) {
  const { register } = useFormContext<Draft>()
  const { onInput, ...input } = rest
  return (
    <BoundField name={name} label={label} hint={hint} {...(className ? { className } : {})}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          {...register(name, { onChange: (event: { target: { value: string } }) => onInput?.(event.target.value) })}
          maxLength={BOUNDS[name] * 2}
          autoComplete="off"
        />
      )}
    </BoundField>
  )
}

type NumberName =
  | 'temperature'
  | 'maxTokens'
  | 'maxIterations'
  | 'silenceMinutes'
  | 'priority'
  | 'budget.steps'
  | 'budget.seconds'
  | 'budget.tokens'
  | 'budget.depth'
  | 'budget.agents'

interface NumberFieldProps {
  name: NumberName
  label: string
  hint?: ReactNode
  step?: number | 'any'
  min?: number
  max?: number
  /** May be left empty, which is written as nothing. */
  optional?: boolean
  placeholder?: string
}

/** A number. */
export function NumberField({ name, label, hint, step = 1, min, max, optional, placeholder }: NumberFieldProps) {
  const { register } = useFormContext<Draft>()
  return (
    <BoundField name={name} label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          step={step}
          min={min}
          max={max}
          placeholder={placeholder}
          className="numbers"
          {...register(name, { setValueAs: (value: unknown) => asNumber(value, optional) })}
        />
      )}
    </BoundField>
  )
}

function asNumber(value: unknown, optional: boolean | undefined): number | null {
  if (typeof value === 'number') return value
  if (value === null || value === undefined || String(value).trim() === '') return optional ? null : Number.NaN
  return Number(value)
}
