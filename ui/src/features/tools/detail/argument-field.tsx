import { Field, Select, TextArea, TextInput } from '@/components/field'
import { useTexts } from '@/lib/text'

import type { Argument } from '../schema'
import type { Problem } from '../written'

interface ArgumentFieldProps {
  argument: Argument
  value: string
  onChange: (value: string) => void
  problem: Problem | undefined
}

/** Says what is wrong with a field. */
export function useProblem(): (problem: Problem | undefined) => string | undefined {
  const t = useTexts('tools')
  return (problem) => problem && t(`try.problem.${problem.name}`, { value: problem.value })
}

/** The control for one argument; what is left empty is left out of the call. */
export function ArgumentField({ argument, value, onChange, problem }: ArgumentFieldProps) {
  const t = useTexts('tools')
  const write = useProblem()
  const label = (
    <>
      <span className="font-mono break-all">{argument.name}</span>
      {!argument.required && <span className="pl-2 font-normal text-muted">{t('detail.optional')}</span>}
    </>
  )
  const otherwise =
    argument.default === undefined || argument.default === null
      ? t('try.notGiven')
      : t('try.notGivenDefault', { value: JSON.stringify(argument.default) })
  const optional = argument.required ? undefined : otherwise
  return (
    <Field label={label} error={write(problem)}>
      {(control) => {
        const common = { ...control, 'aria-required': argument.required || undefined }
        if (argument.kind === 'boolean' || argument.kind === 'choice') {
          const choices =
            argument.kind === 'boolean'
              ? [
                  ['true', t('try.yes')],
                  ['false', t('try.no')],
                ]
              : argument.choices.map((choice, index) => [
                  String(index),
                  typeof choice === 'string' ? choice : JSON.stringify(choice),
                ])
          return (
            <Select {...common} value={value} onChange={(event) => onChange(event.target.value)}>
              <option value="">{optional ?? '…'}</option>
              {choices.map(([key, name]) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </Select>
          )
        }
        const text = {
          value,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
          placeholder: optional,
          autoComplete: 'off',
          spellCheck: false,
        }
        if (argument.kind === 'number' || argument.kind === 'integer') {
          return (
            <TextInput
              {...common}
              {...text}
              type="number"
              step={argument.kind === 'integer' ? 1 : 'any'}
              min={argument.minimum}
              max={argument.maximum}
              className="numbers"
            />
          )
        }
        if (argument.kind === 'json') {
          const blank = { array: '[]', object: '{}', any: 'null' }[argument.shape]
          return (
            <TextArea {...common} {...text} placeholder={optional ?? blank} rows={3} className="font-mono text-sm" />
          )
        }
        return argument.long ? <TextArea {...common} {...text} rows={4} /> : <TextInput {...common} {...text} />
      }}
    </Field>
  )
}
