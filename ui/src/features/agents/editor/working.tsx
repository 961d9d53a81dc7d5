import { useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'

import { Avatar } from '@/components/avatar'
import { Switch, TextArea, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Choice } from '@/components/tabs'
import { useAgents } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { BOUNDS, type Draft } from '../draft'
import { FallbacksField } from './fallbacks'
import { BoundField, NumberField, TextField } from './fields'
import { ModelField } from './model'
import { Section } from './section'

const CHARACTERS_A_TOKEN = 4

/** How the agent does its work. */
export function Working() {
  const t = useTexts('agents-editor')
  return (
    <Section name="working">
      <Instructions />
      <ModelField />
      <FallbacksField />
      <div className="grid gap-5 sm:grid-cols-3">
        <NumberField
          name="temperature"
          label={t('temperature')}
          hint={t('temperatureHint')}
          step="any"
          min={0}
          max={2}
        />
        <NumberField name="maxTokens" label={t('maxTokens')} hint={t('maxTokensHint')} min={1} max={1_000_000} />
        <NumberField name="maxIterations" label={t('iterations')} hint={t('iterationsHint')} min={1} max={100} />
      </div>
      <ContextField />
      <NumberField
        name="silenceMinutes"
        label={t('silence')}
        hint={t('silenceHint')}
        placeholder={t('silenceDefault')}
        min={0}
        max={525_600}
        optional
      />
      <MemoryField name="recall" />
      <MemoryField name="remember" />
      <ReviewField />
      <TextField name="announcement" label={t('announcement')} hint={t('announcementHint')} />
      <HelpersField />
    </Section>
  )
}

function Instructions() {
  const t = useTexts('agents-editor')
  const { register } = useFormContext<Draft>()
  return (
    <BoundField
      name="instructions"
      label={t('instructions')}
      hint={
        <>
          <InstructionsSize />
          {' · '}
          {t('instructionsHint')}
        </>
      }
    >
      {(control) => <TextArea {...control} {...register('instructions')} rows={14} className="font-mono text-sm" />}
    </BoundField>
  )
}

function InstructionsSize() {
  const t = useTexts('agents-editor')
  const format = useFormat()
  const { control } = useFormContext<Draft>()
  const { length } = useWatch({ control, name: 'instructions' })
  return (
    <span className="numbers">
      {t('size', {
        characters: format.number(length),
        limit: format.number(BOUNDS.instructions),
        tokens: format.number(Math.ceil(length / CHARACTERS_A_TOKEN)),
      })}
    </span>
  )
}

function ContextField() {
  const t = useTexts('agents-editor')
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'contextWindow' })
  const [count, setCount] = useState(field.value < 0 ? 20 : field.value)
  const all = field.value === -1
  return (
    <BoundField name="contextWindow" label={t('context')}>
      {(labelled) => (
        <div className="flex flex-wrap items-center gap-2">
          <Choice
            label={t('context')}
            value={all ? 'all' : 'last'}
            onChange={(kind) => field.onChange(kind === 'all' ? -1 : count)}
            options={[
              { value: 'all', label: t('contextAll') },
              { value: 'last', label: t('contextLast') },
            ]}
          />
          {!all && (
            <span className="w-24">
              <TextInput
                {...labelled}
                ref={field.ref}
                type="number"
                min={0}
                max={10_000}
                aria-label={t('contextCount')}
                value={Number.isNaN(field.value) ? '' : field.value}
                onBlur={field.onBlur}
                onChange={(event) => {
                  // A negative number would mean all of it.
                  const next = event.target.value === '' ? Number.NaN : Math.max(0, Number(event.target.value))
                  if (!Number.isNaN(next)) setCount(next)
                  field.onChange(next)
                }}
                className="numbers"
              />
            </span>
          )}
        </div>
      )}
    </BoundField>
  )
}

/** Whether it reads, or writes, what is remembered of the person. */
function MemoryField({ name }: { name: 'recall' | 'remember' }) {
  const t = useTexts('agents-editor')
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name })
  return (
    <BoundField name={name} label={t(name)} hint={t(`${name}Hint`)}>
      {(labelled) => <Switch id={labelled.id} label={t(name)} checked={field.value} onChange={field.onChange} />}
    </BoundField>
  )
}

function ReviewField() {
  const t = useTexts('agents-editor')
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'review' })
  return (
    <BoundField name="review" label={t('review')} hint={t(`reviewHints.${field.value}`)}>
      {(labelled) => (
        <span id={labelled.id}>
          <Choice
            label={t('review')}
            value={field.value}
            onChange={field.onChange}
            options={(['never', 'on_doubt', 'always'] as const).map((value) => ({
              value,
              label: t(`reviews.${value}`),
            }))}
          />
        </span>
      )}
    </BoundField>
  )
}

function HelpersField() {
  const t = useTexts('agents-editor')
  const { control, getValues } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'helpers' })
  const { data: agents = [] } = useAgents()
  const helpers = agents.filter(
    (agent) => (agent.role === 'helper' || field.value.includes(agent.id)) && agent.id !== getValues('id'),
  )
  const gone = field.value.filter((id) => !agents.some((agent) => agent.id === id))
  const toggle = (id: string) =>
    field.onChange(field.value.includes(id) ? field.value.filter((one) => one !== id) : [...field.value, id])
  return (
    <BoundField
      name="helpers"
      label={t('helpers')}
      hint={helpers.length || gone.length ? t('helpersHint') : t('noHelpers')}
    >
      {(labelled) => (
        <div
          id={labelled.id}
          role="group"
          aria-label={t('helpers')}
          className="flex max-h-48 flex-wrap gap-1.5 overflow-y-auto"
        >
          {helpers.map((agent) => {
            const taken = field.value.includes(agent.id)
            return (
              <button
                key={agent.id}
                type="button"
                aria-pressed={taken}
                onClick={() => toggle(agent.id)}
                className={cn(
                  'inline-flex h-9 max-w-full items-center gap-2 rounded-full border pr-3 pl-1',
                  'transition-colors duration-120',
                  taken ? 'border-accent bg-accent-soft' : 'hover:bg-hover',
                )}
              >
                <Avatar agent={agent} size={26} />
                <span className="truncate">{agent.name}</span>
                {taken && <Icon name="check" size={14} className="text-accent" />}
              </button>
            )
          })}
          {gone.map((id) => (
            <button
              key={id}
              type="button"
              aria-pressed
              onClick={() => toggle(id)}
              className="inline-flex h-9 max-w-full items-center gap-2 rounded-full bg-warning-soft px-3 text-warning"
            >
              <Icon name="warning" size={15} />
              <span className="truncate">{`${id}: ${t('helperGone')}`}</span>
              <Icon name="x" size={13} />
            </button>
          ))}
        </div>
      )}
    </BoundField>
  )
}
