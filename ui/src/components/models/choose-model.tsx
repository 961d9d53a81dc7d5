import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Disclosure } from '@/components/disclosure'
import { Field, Select, Switch, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { useLackSaid } from '@/components/lacks'
import { Skeleton, useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { keys } from '@/live/refresh'

import { ConnectionTest } from './connection-test'
import {
  givenFacts,
  readNumber,
  TOUCHED,
  type ListedModel,
  type ModelConnection,
  type ModelConnections,
  type ModelFacts,
} from './connections'
import { Facts } from './facts'

interface ChooseModelProps {
  connection: ModelConnection
  found: ModelConnections
  onClose: () => void
  /** Goes back to how it is reached. */
  onBack: () => void
}

/** Chooses the model that a connection is used with, tries it, and says what is known of it. */
export function ChooseModel({ connection, found, onClose, onBack }: ChooseModelProps) {
  const t = useTexts('models')
  const reason = useReason()
  const said = useLackSaid()
  const why = useWhy()
  const queries = useQueryClient()
  const names = useId()
  const listing = useQuery({
    queryKey: [...keys.connections, connection.id, connection.updatedAt],
    queryFn: () => data(api.GET('/api/models/connections/{id}/models', { params: { path: { id: connection.id } } })),
  })
  const listed = listing.data?.models ?? []
  const [written, setWritten] = useState<string>()
  const model = written ?? (connection.defaultModel || (listed.length === 1 ? listed[0]!.model : ''))
  const known = listed.find((one) => one.model === model)
  const byHand = connection.facts?.[model]
  const [facts, setFacts] = useState<Record<string, ModelFacts>>({})
  const mine = !connection.forEverybody
  const offerDefault = mine || (found.mayShare && !found.default.given)
  const [asDefault, setAsDefault] = useState(found.default.model === 'offline' || mine)
  const save = useMutation({
    mutationFn: async () => {
      const changed = Object.entries(facts).map(([name, one]) => [name, givenFacts(one)] as const)
      const kept = { ...connection.facts }
      for (const [name, one] of changed) {
        if (one) kept[name] = one
        else delete kept[name]
      }
      await data(
        api.PUT('/api/models/connections/{id}', {
          params: { path: { id: connection.id } },
          body: { defaultModel: model, ...(changed.length ? { facts: kept } : {}) },
        }),
      )
      if (!asDefault || !offerDefault || !model) return
      const full = `${connection.name}:${model}`
      if (mine) {
        const now = await data(api.GET('/api/preferences'))
        await data(api.PUT('/api/preferences', { body: { ...now, model: full } }))
      } else await data(api.PUT('/api/models/default', { body: { model: full } }))
    },
    onSuccess: () => {
      notify(t('choose-model.saved', { name: connection.name }))
      for (const queryKey of TOUCHED) void queries.invalidateQueries({ queryKey })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    save.mutate()
  }
  const trouble = listing.error
    ? reason(listing.error)
    : listing.data?.lack
      ? said(listing.data.lack)
      : listing.data?.failed
        ? why(listing.data.failed, '')
        : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('choose-model.title', { name: connection.name })}
      actions={
        <>
          <Button onClick={onBack}>{t('choose-model.back')}</Button>
          <Button look="primary" type="submit" form="choose-model" busy={save.isPending} disabled={!model}>
            {t('choose-model.done')}
          </Button>
        </>
      }
    >
      <form id="choose-model" onSubmit={submit} noValidate className="flex flex-col gap-4">
        {listing.isPending ? (
          <Skeleton className="h-16" />
        ) : (
          <Field
            label={t('choose-model.model')}
            hint={
              known ? (
                <Known known={known} />
              ) : (
                t(listed.length ? 'choose-model.hint' : 'choose-model.write', { count: listed.length })
              )
            }
            warning={trouble}
            error={save.error ? reason(save.error) : undefined}
          >
            {(control) => (
              <>
                <TextInput
                  {...control}
                  value={model}
                  list={names}
                  maxLength={150}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  className="font-mono text-sm"
                  onChange={(event) => setWritten(event.target.value.trim())}
                />
                <datalist id={names}>
                  {listed.slice(0, 500).map((one) => (
                    <option key={one.model} value={one.model}>
                      {one.model}
                    </option>
                  ))}
                </datalist>
              </>
            )}
          </Field>
        )}
        {model && <ConnectionTest connection={connection} model={model} />}
        {offerDefault && (
          <div className="flex items-start gap-4">
            <div className="min-w-0 flex-1">
              <p className="text-sm font-medium">{t(mine ? 'choose-model.mine' : 'choose-model.default')}</p>
              <p className="text-sm text-muted">{t(mine ? 'choose-model.mineHint' : 'choose-model.defaultHint')}</p>
            </div>
            <Switch
              label={t(mine ? 'choose-model.mine' : 'choose-model.default')}
              checked={asDefault}
              onChange={setAsDefault}
            />
          </div>
        )}
        {model && (
          <Disclosure
            key={model}
            mark={<Icon name="currency-dollar" size={15} />}
            label={t('choose-model.byHand')}
            begins={known && known.priceFrom == null ? 'open' : 'closed'}
          >
            {() => (
              <ByHand
                facts={facts[model] ?? byHand ?? {}}
                onChange={(changed) => setFacts({ ...facts, [model]: changed })}
              />
            )}
          </Disclosure>
        )}
      </form>
    </Dialog>
  )
}

function Known({ known }: { known: ListedModel }) {
  return (
    <Facts
      facts={known.facts}
      priceFrom={known.priceFrom}
      contextFrom={known.contextFrom}
      abilitiesFrom={known.abilitiesFrom}
    />
  )
}

const NUMBERS = ['inputPrice', 'outputPrice', 'contextTokens'] as const
const CAN = ['tools', 'images', 'thinking'] as const

/** What a person says of a model; what is left empty is taken from the provider or the tables. */
function ByHand({ facts, onChange }: { facts: ModelFacts; onChange: (facts: ModelFacts) => void }) {
  const t = useTexts('models')
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(NUMBERS.map((name) => [name, facts[name] == null ? '' : String(facts[name])])),
  )
  return (
    <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-3">
      {NUMBERS.map((name) => (
        <Field key={name} label={t(`by-hand.${name}`)}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              value={texts[name] ?? ''}
              onChange={(event) => {
                setTexts({ ...texts, [name]: event.target.value })
                const value = readNumber(event.target.value)
                onChange({ ...facts, [name]: name === 'contextTokens' && value != null ? Math.round(value) : value })
              }}
            />
          )}
        </Field>
      ))}
      {CAN.map((name) => (
        <Field key={name} label={t(`by-hand.${name}`)}>
          {(control) => (
            <Select
              {...control}
              value={facts[name] == null ? '' : facts[name] ? 'yes' : 'no'}
              onChange={(event) =>
                onChange({ ...facts, [name]: event.target.value ? event.target.value === 'yes' : null })
              }
            >
              <option value="">{t('by-hand.asKnown')}</option>
              <option value="yes">{t('by-hand.yes')}</option>
              <option value="no">{t('by-hand.no')}</option>
            </Select>
          )}
        </Field>
      ))}
    </div>
  )
}
