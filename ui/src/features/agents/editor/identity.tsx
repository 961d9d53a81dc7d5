import { useController, useFormContext } from 'react-hook-form'

import { Select, TextArea, TextInput } from '@/components/field'
import { SUPERVISOR } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { BOUNDS, idFor, type Draft, type Role } from '../draft'
import { BoundField, TextField } from './fields'
import { ColorField, IconField, LooksPreview } from './looks'
import { Section } from './section'

const ROLES: Role[] = ['specialist', 'helper', 'resident', 'custom']

/** Who the agent is and how one recognises it. */
export function Identity({ isNew, taken }: { isNew: boolean; taken: (id: string) => boolean }) {
  const t = useTexts('agents-editor')
  const { register, setValue, getFieldState, formState } = useFormContext<Draft>()
  const onName = (name: string) => {
    // The id follows the name until somebody writes one.
    if (isNew && !getFieldState('id', formState).isTouched) setValue('id', idFor(name, taken), { shouldValidate: true })
  }
  return (
    <Section name="identity">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="name" label={t('name')} hint={t('nameHint')} autoFocus={isNew} onInput={onName} />
        <IdField isNew={isNew} />
      </div>
      <BoundField name="description" label={t('description')} hint={t('descriptionHint')}>
        {(control) => <TextArea {...control} {...register('description')} rows={2} />}
      </BoundField>
      <RoleField />
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex min-w-0 flex-col gap-5">
          <IconField />
          <ColorField />
        </div>
        <div className="justify-self-start">
          <LooksPreview />
        </div>
      </div>
    </Section>
  )
}

function IdField({ isNew }: { isNew: boolean }) {
  const t = useTexts('agents-editor')
  const { register } = useFormContext<Draft>()
  return (
    <BoundField name="id" label={t('id')} hint={t(isNew ? 'idHint' : 'idFixed')}>
      {(control) => (
        <TextInput
          {...control}
          {...register('id')}
          readOnly={!isNew}
          maxLength={BOUNDS.id}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          className="font-mono text-sm read-only:bg-sunken read-only:text-muted"
        />
      )}
    </BoundField>
  )
}

function RoleField() {
  const t = useTexts('agents-editor')
  const shared = useTexts('shared')
  const { control, getValues } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'role' })
  const supervisor = getValues('id') === SUPERVISOR
  return (
    <BoundField
      name="role"
      label={t('role')}
      hint={supervisor ? t('supervisorStays') : t(`roles.${field.value}`)}
      className="sm:max-w-[calc(50%-10px)]"
    >
      {(labelled) => (
        <Select
          {...labelled}
          ref={field.ref}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          disabled={supervisor}
          className="w-full"
        >
          {(supervisor ? (['supervisor'] as const) : ROLES).map((role) => (
            <option key={role} value={role}>
              {shared(`role.${role}`)}
            </option>
          ))}
        </Select>
      )}
    </BoundField>
  )
}
