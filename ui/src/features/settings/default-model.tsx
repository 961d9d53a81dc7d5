import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Field, Select } from '@/components/field'
import { TOUCHED, useConnections } from '@/components/models/connections'
import type { ModelEntry } from '@/components/models/providers'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'

/** The model of agents that name none, for everybody; administrators choose it unless the environment has. */
export function DefaultModel({ usable, title }: { usable: readonly ModelEntry[]; title: (name: string) => string }) {
  const t = useTexts('settings')
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
        {t('models.agentsUse', { name: title(now.model) })} {now.given && t('models.givenDefault')}
      </p>
    )
  const shared = usable.filter((model) => !model.personal)
  const chosen = now.chosen ?? ''
  return (
    <Field
      label={t('models.defaultLabel')}
      hint={t('models.defaultHint')}
      error={choose.error ? reason(choose.error) : undefined}
      className="max-w-100"
    >
      {(control) => (
        <Select {...control} value={chosen} onChange={(event) => choose.mutate(event.target.value || null)}>
          <option value="">{t('models.firstUsable')}</option>
          {chosen && shared.every((model) => model.name !== chosen) && (
            <option value={chosen}>{t('models.gone', { name: chosen })}</option>
          )}
          {shared.map((model) => (
            <option key={model.name} value={model.name}>
              {model.provider === 'offline' || model.provider === 'scripted' ? title(model.name) : model.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
