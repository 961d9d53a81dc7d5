import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { keys } from '@/live/refresh'

type Check = Schemas['EmbedderCheck']

/** Which model texts are embedded by, for everybody: chosen among those of connections after it has answered once. */
export function EmbedderChoice() {
  const t = useTexts('settings')
  const reason = useReason()
  const found = useQuery({ queryKey: keys.embedderChoice, queryFn: () => data(api.GET('/api/models/embedder')) })
  if (found.error) return <p className="text-danger">{reason(found.error)}</p>
  if (!found.data) return null
  if (found.data.given) return <p className="text-sm text-muted">{t('embedder.given')}</p>
  return <Choose key={found.data.chosen ?? ''} choice={found.data} />
}

function Choose({ choice }: { choice: Schemas['EmbedderChoice'] }) {
  const t = useTexts('settings')
  const reason = useReason()
  const why = useWhy()
  const format = useFormat()
  const queries = useQueryClient()
  const [name, setName] = useState(choice.chosen ?? '')
  const [failed, setFailed] = useState<{ model: string; check: Check } | null>(null)
  const choose = useMutation({
    mutationFn: async ({ model, anyway = false }: { model: string | null; anyway?: boolean }) => {
      setFailed(null)
      if (model !== null && !anyway) {
        const check = await data(api.POST('/api/models/embedder/test', { body: { model } }))
        if (!check.ok) {
          setFailed({ model, check })
          return
        }
      }
      await data(api.PUT('/api/models/embedder', { body: { model } }))
    },
    onSettled: () => {
      for (const queryKey of [keys.embedder, keys.embedderChoice]) void queries.invalidateQueries({ queryKey })
    },
  })
  const wanted = name.trim()
  const price = choice.offered.find((one) => one.name === wanted)?.price
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose.mutate({ model: wanted })
  }
  const failure = failed?.model === wanted ? failed.check : undefined
  const error = choose.error
    ? reason(choose.error)
    : failure && t('embedder.fails', { reason: why(failure.why, failure.error ?? '') })
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-3">
      <Field
        label={t('embedder.model')}
        hint={price == null ? t('embedder.modelHint') : t('embedder.price', { price: format.money(price) })}
        error={error}
        className="max-w-100"
      >
        {(control) => (
          <>
            <TextInput
              {...control}
              list={`${control.id}-offered`}
              value={name}
              maxLength={191}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setName(event.target.value)}
            />
            <datalist id={`${control.id}-offered`}>
              {choice.offered.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.name}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      {choice.offered.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {choice.offered.slice(0, 8).map((one) => (
            <li key={one.name} className="min-w-0">
              <Button size="small" look="quiet" onClick={() => setName(one.name)}>
                {one.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={choose.isPending} disabled={!wanted || wanted === choice.chosen}>
          {t('embedder.use')}
        </Button>
        {failure && (
          <Button look="quiet" onClick={() => choose.mutate({ model: wanted, anyway: true })}>
            {t('embedder.anyway')}
          </Button>
        )}
        {choice.chosen !== null && (
          <Button look="quiet" onClick={() => choose.mutate({ model: null })}>
            {t('embedder.byWords')}
          </Button>
        )}
      </div>
    </form>
  )
}
