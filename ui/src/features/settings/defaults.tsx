import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data } from '@/client/api'
import { AgentPicker } from '@/components/agent-picker'
import { Button } from '@/components/button'
import { Field, Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useAccountPreferences, type AccountPreferences } from '@/lib/account'
import { SUPERVISOR } from '@/lib/agents'
import { timezone } from '@/lib/day'
import { languageName } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useModelTitle } from './models'
import { useSavePreferences } from './save-preferences'
import { Section } from './section'

/** The languages that the server answers in. */
const SPOKEN_BY_SERVER = ['en', 'es'] as const satisfies readonly AccountPreferences['language'][]

/** What holds wherever this person does not say otherwise. */
export function Defaults() {
  const t = useTexts('settings')
  const found = useAccountPreferences()
  return (
    <Section id="defaults" title={t('defaults.title')} about={t('defaults.about')}>
      {found.isPending ? (
        <Skeleton className="h-52" />
      ) : !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Form preferences={found.data} />
      )}
    </Section>
  )
}

function Form({ preferences }: { preferences: AccountPreferences }) {
  const t = useTexts('settings')
  const shared = useTexts('shared')
  const { change, save } = useSavePreferences(preferences)
  const agent = preferences.defaultAgentId ?? SUPERVISOR
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            {t('defaults.agent')}
          </span>
          <AgentPicker
            value={agent}
            label={(name) => t('defaults.agentLabel', { name })}
            onChange={(id) => save({ defaultAgentId: id === SUPERVISOR ? null : id })}
          />
        </div>
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <span aria-hidden className="text-sm font-medium">
            {t('defaults.mode')}
          </span>
          {agent === SUPERVISOR ? (
            <span className="flex min-h-9 items-center text-muted">{t('defaults.modeSupervisor')}</span>
          ) : (
            <Choice<'direct' | 'supervised'>
              label={t('defaults.mode')}
              value={preferences.defaultMode}
              onChange={(defaultMode) => save({ defaultMode })}
              options={[
                { value: 'supervised', label: shared('mode.supervised'), icon: <Icon name="shield-check" size={16} /> },
                { value: 'direct', label: shared('mode.direct'), icon: <Icon name="arrow-right" size={16} /> },
              ]}
            />
          )}
        </div>
      </div>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Model value={preferences.model} onChange={(model) => save({ model })} />
        <Zone value={preferences.timezone} onChange={(zone) => save({ timezone: zone })} />
        <Field label={t('defaults.language')} hint={t('defaults.languageHint')}>
          {(control) => (
            <Select
              {...control}
              value={preferences.language ?? ''}
              onChange={(event) =>
                save({ language: (event.target.value || null) as (typeof SPOKEN_BY_SERVER)[number] | null })
              }
            >
              <option value="">{t('defaults.languageDefault')}</option>
              {SPOKEN_BY_SERVER.map((code) => (
                <option key={code} value={code} lang={code}>
                  {languageName(code)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <p role="status" className="flex h-5 items-center gap-1.5 text-sm text-success">
        {change.isSuccess && (
          <>
            <Icon name="check-circle" size={15} />
            {t('defaults.saved')}
          </>
        )}
      </p>
    </div>
  )
}

function Model({
  value = null,
  onChange,
}: {
  value: string | null | undefined
  onChange: (model: string | null) => void
}) {
  const t = useTexts('settings')
  const found = useQuery({ queryKey: keys.models, queryFn: () => data(api.GET('/api/models')) })
  const usable = found.data?.models.filter((model) => model.usable) ?? []
  const installed = found.data?.default ?? ''
  const modelTitle = useModelTitle()
  return (
    <Field label={t('defaults.model')} hint={t('defaults.modelHint')}>
      {(control) => (
        <Select {...control} value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">{t('defaults.modelDefault', { name: modelTitle(installed) })}</option>
          {value !== null && usable.every((model) => model.name !== value) && (
            <option value={value}>{modelTitle(value)}</option>
          )}
          {usable.map((model) => (
            <option key={model.name} value={model.name}>
              {modelTitle(model.name)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function Zone({
  value = null,
  onChange,
}: {
  value: string | null | undefined
  onChange: (zone: string | null) => void
}) {
  const t = useTexts('settings')
  const zones = useMemo(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), timezone])].sort(), [])
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field label={t('defaults.timezone')} hint={t('defaults.timezoneHint')}>
        {(control) => (
          <Select {...control} value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
            <option value="">{t('defaults.timezoneDefault')}</option>
            {value !== null && !zones.includes(value) && <option value={value}>{value}</option>}
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {value !== timezone && (
        <span>
          <Button size="small" look="quiet" icon="clock" onClick={() => onChange(timezone)}>
            {t('defaults.timezoneHere', { zone: timezone })}
          </Button>
        </span>
      )}
    </div>
  )
}
