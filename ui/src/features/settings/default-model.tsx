import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Field, Select } from '@/components/field'
import { TOUCHED, useConnections } from '@/components/models/connections'
import type { ModelEntry } from '@/components/models/providers'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { keys } from '@/live/refresh'

/** Stands for the model of agents that name none. */
const OF_DEFAULT = 'default'

interface ChoiceProps {
  usable: readonly ModelEntry[]
  title: (name: string) => string
}

/** The model of agents that name none, for everybody; administrators choose it unless the environment has. */
export function DefaultModel({ usable, title }: ChoiceProps) {
  const t = useTexts('settings')
  const why = useWhy()
  const reason = useReason()
  const queries = useQueryClient()
  const found = useConnections()
  const choose = useMutation({
    mutationFn: (model: string | null) => data(api.PUT('/api/models/default', { body: { model } })),
    onSettled: () => {
      for (const queryKey of TOUCHED) void queries.invalidateQueries({ queryKey })
    },
  })
  if (!found.data) return null
  const { default: now, mayShare } = found.data
  if (!mayShare || now.given)
    return (
      <p className="text-sm break-words text-muted">
        {t('models.agentsUse', { name: title(now.model) })} {why(now.why, '')}
      </p>
    )
  return (
    <Field
      label={t('models.defaultLabel')}
      hint={`${t('models.defaultHint')} ${t('models.now', { name: title(now.model), why: why(now.why, '') })}`}
      error={choose.error ? reason(choose.error) : undefined}
      className="max-w-100"
    >
      {(control) => (
        <Select {...control} value={now.chosen ?? ''} onChange={(event) => choose.mutate(event.target.value || null)}>
          <option value="">{t('models.firstUsable')}</option>
          <Offered usable={usable} chosen={now.chosen ?? null} title={title} />
        </Select>
      )}
    </Field>
  )
}

/** The model that is asked where a message goes that the rules leave open, for everybody. */
export function RoutingModel({ usable, title }: ChoiceProps) {
  const t = useTexts('settings')
  const why = useWhy()
  const reason = useReason()
  const queries = useQueryClient()
  const found = useConnections()
  const choose = useMutation({
    mutationFn: (model: string | null) => data(api.PUT('/api/models/routing', { body: { model } })),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.connections }),
  })
  if (!found.data) return null
  const { routing: now, mayShare } = found.data
  const said = t('models.now', { name: now.model ? title(now.model) : t('models.routingNone'), why: why(now.why, '') })
  if (!mayShare || now.given)
    return (
      <p className="text-sm break-words text-muted">
        {t('models.routingLabel')}. {said} {now.given && t('models.givenRouting')}
      </p>
    )
  return (
    <Field
      label={t('models.routingLabel')}
      hint={`${t('models.routingHint')} ${said}`}
      error={choose.error ? reason(choose.error) : undefined}
      className="max-w-100"
    >
      {(control) => (
        <Select {...control} value={now.chosen ?? ''} onChange={(event) => choose.mutate(event.target.value || null)}>
          <option value="">{t('models.routingNone')}</option>
          <option value={OF_DEFAULT}>{t('models.routingDefault')}</option>
          <Offered
            usable={usable.filter((model) => model.provider !== 'offline')}
            chosen={now.chosen === OF_DEFAULT ? null : (now.chosen ?? null)}
            title={title}
          />
        </Select>
      )}
    </Field>
  )
}

/** The models that everybody can use, and the chosen one where it is not there any more. */
function Offered({ usable, chosen, title }: ChoiceProps & { chosen: string | null }) {
  const t = useTexts('settings')
  const shared = usable.filter((model) => !model.personal)
  return (
    <>
      {chosen && shared.every((model) => model.name !== chosen) && (
        <option value={chosen}>{t('models.gone', { name: chosen })}</option>
      )}
      {shared.map((model) => (
        <option key={model.name} value={model.name}>
          {model.provider === 'offline' || model.provider === 'scripted' ? title(model.name) : model.name}
        </option>
      ))}
    </>
  )
}
