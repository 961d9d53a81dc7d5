import { useId, useState } from 'react'

import { Field, Select, TextInput } from '@/components/field'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { useTexts } from '@/lib/text'

import { changedTo, PLAN_KINDS, type PlanKind } from '../plan'
import type { PartProps } from './part'
import { PlanFields } from './plan-fields'
import { Preview } from './preview'

/** When it is done: a rhythm that people say, or a pattern; the next times are shown while it is written. */
export function When({ draft, onChange, wrong }: PartProps) {
  const t = useTexts('schedules')
  const [limited] = useState(draft.startsAt !== null || draft.endsAt !== null)
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-2 text-base font-semibold">{t('form.when')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('form.kind')}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={draft.plan.kind}
              onChange={(event) => onChange({ plan: changedTo(draft.plan, event.target.value as PlanKind) })}
            >
              {PLAN_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`form.kinds.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <PlanFields plan={draft.plan} onChange={(plan) => onChange({ plan })} error={wrong('when')} />
      </div>
      <Zone value={draft.timezone} onChange={(timezone) => onChange({ timezone })} error={wrong('zone')} />
      <Disclosure
        mark={<Icon name="calendar-blank" size={15} />}
        label={t('form.limits')}
        begins={limited ? 'open' : 'closed'}
      >
        {() => (
          <div className="grid gap-4 sm:grid-cols-2">
            <Moment label={t('form.starts')} value={draft.startsAt} onChange={(startsAt) => onChange({ startsAt })} />
            <Moment label={t('form.ends')} value={draft.endsAt} onChange={(endsAt) => onChange({ endsAt })} />
          </div>
        )}
      </Disclosure>
      <Preview draft={draft} />
    </fieldset>
  )
}

interface ZoneProps {
  value: string
  onChange: (zone: string) => void
  error: string | undefined
}

/** A time zone by its name; those that begin as written are offered. */
function Zone({ value, onChange, error }: ZoneProps) {
  const t = useTexts('schedules')
  const list = useId()
  const [zones] = useState(() => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')])
  return (
    <Field label={t('form.zone')} hint={t('form.zoneHint')} error={error}>
      {(control) => (
        <>
          <TextInput
            {...control}
            list={list}
            value={value}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={list}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

const two = (value: number) => String(value).padStart(2, '0')

function localOf(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** A moment on the clock of this person. */
function Moment({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | null
  onChange: (at: string | null) => void
}) {
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="datetime-local"
          value={localOf(value)}
          min="2000-01-01T00:00"
          max="2999-12-31T23:59"
          onChange={(event) => onChange(event.target.value ? new Date(event.target.value).toISOString() : null)}
        />
      )}
    </Field>
  )
}
