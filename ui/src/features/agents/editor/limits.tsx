import { useController, useFormContext, useWatch } from 'react-hook-form'

import type { Schemas } from '@/client/api'
import { Icon } from '@/components/icon'
import { Lacks } from '@/components/lacks'
import { Choice } from '@/components/tabs'
import { SUPERVISOR } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Draft } from '../draft'
import { BoundField, NumberField } from './fields'
import { Section } from './section'

/** What one run may use. */
export function Limits() {
  const t = useTexts('agents-editor')
  const format = useFormat()
  const { control } = useFormContext<Draft>()
  const seconds = useWatch({ control, name: 'budget.seconds' })
  const time = Number.isFinite(seconds) && seconds > 0 ? format.duration(seconds * 1000) : '–'
  return (
    <Section name="limits" about={t('limitsAbout')}>
      <div className="grid gap-5 sm:grid-cols-3">
        <NumberField name="budget.steps" label={t('steps')} hint={t('stepsHint')} min={1} max={10_000} />
        <NumberField
          name="budget.seconds"
          label={t('seconds')}
          hint={t('secondsHint', { time })}
          step="any"
          min={0}
          max={86_400}
        />
        <NumberField
          name="budget.tokens"
          label={t('tokens')}
          hint={t('tokensHint')}
          min={1}
          optional
          placeholder={t('noLimit')}
        />
        <NumberField name="budget.agents" label={t('helperCalls')} hint={t('helperCallsHint')} min={0} max={1000} />
        <NumberField name="budget.depth" label={t('helperDepth')} hint={t('helperDepthHint')} min={0} max={10} />
      </div>
    </Section>
  )
}

const STATUSES = ['active', 'shadow', 'paused', 'archived'] as const

/** Whether messages reach the agent. */
export function StatusSection({ trouble }: { trouble: Schemas['AgentHealth'] | undefined }) {
  const t = useTexts('agents-editor')
  const shared = useTexts('shared')
  const { control, getValues } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'status' })
  const supervisor = getValues('id') === SUPERVISOR
  return (
    <Section name="status">
      <BoundField
        name="status"
        label={t('sections.status')}
        hint={supervisor ? t('supervisorStays') : t(`statuses.${field.value}`)}
      >
        {(labelled) => (
          <span id={labelled.id}>
            {supervisor ? (
              shared('status.active')
            ) : (
              <Choice
                wraps
                label={t('sections.status')}
                value={field.value}
                onChange={field.onChange}
                options={STATUSES.map((value) => ({ value, label: shared(`status.${value}`) }))}
              />
            )}
          </span>
        )}
      </BoundField>
      {trouble !== undefined && field.value === 'active' && (
        <p className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-base text-warning">
          <Icon name="warning" size={17} className="mt-0.5" />
          <span className="min-w-0 break-words">
            {t('cannotAnswer')} <Lacks lacks={trouble.lacks} detail={trouble.detail} />
          </span>
        </p>
      )}
    </Section>
  )
}
