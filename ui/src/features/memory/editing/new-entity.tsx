import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextArea, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useAddress } from '../address'
import { useSummary } from '../data'
import { Problem } from './problem'

interface NewEntityProps {
  open: boolean
  onClose: () => void
  /** A name to begin with. */
  name?: string
}

/** Writes down an entity with what is known of it. */
export function NewEntity({ open, onClose, name = '' }: NewEntityProps) {
  const t = useTexts('memory-editing')
  return (
    <Dialog open={open} onClose={onClose} title={t('create.title')}>
      <Form onClose={onClose} name={name} />
    </Dialog>
  )
}

function Form({ onClose, name: begun }: { onClose: () => void; name: string }) {
  const t = useTexts('memory-editing')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const { scope, go } = useAddress()
  const types = useSummary(scope).data?.types ?? []
  const [name, setName] = useState(begun)
  const [type, setType] = useState('')
  const [observations, setObservations] = useState('')
  const [source, setSource] = useState('')
  const [taken, setTaken] = useState<Schemas['EntityBrief'] | 'unknown' | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const show = (id: string) => {
    onClose()
    go({ entity: id, tab: undefined })
  }
  const create = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    setTaken(null)
    try {
      const entity = { name: name.trim(), entityType: type.trim() || 'thing', observations: linesOf(observations) }
      const { created } = await data(
        api.POST('/api/knowledge/entities', { body: { entities: [entity], source: source.trim(), scope } }),
      )
      if (created[0]) {
        await queries.invalidateQueries({ queryKey: keys.knowledge })
        return show(created[0].id)
      }
      setTaken((await namesake(scope, entity.name)) ?? 'unknown')
    } catch (error) {
      setProblem(reason(error))
    }
    setBusy(false)
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void create(event)}>
      <Field label={t('create.name')} hint={t('create.nameHint')} error={taken ? t('create.exists') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            required
            autoFocus
            maxLength={2000}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setTaken(null)
            }}
          />
        )}
      </Field>
      {taken && taken !== 'unknown' && (
        <div className="-mt-2">
          <Button size="small" onClick={() => show(taken.id)}>
            {t('create.see')}
          </Button>
        </div>
      )}
      <Field label={t('create.type')} hint={t('create.typeHint')}>
        {(control) => (
          <>
            <TextInput
              {...control}
              list={`${control.id}-types`}
              maxLength={500}
              value={type}
              onChange={(event) => setType(event.target.value)}
            />
            <datalist id={`${control.id}-types`}>
              {types.map((one) => (
                <option key={one.entityType} value={one.entityType} aria-label={one.entityType} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label={t('create.observations')} hint={t('create.observationsHint')}>
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            value={observations}
            onChange={(event) => setObservations(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('create.source')} hint={t('create.sourceHint')}>
        {(control) => (
          <TextInput {...control} maxLength={2000} value={source} onChange={(event) => setSource(event.target.value)} />
        )}
      </Field>
      <Problem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{shared('cancel')}</Button>
        <Button type="submit" look="primary" busy={busy} disabled={!name.trim()}>
          {t('create.do')}
        </Button>
      </div>
    </form>
  )
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

async function namesake(scope: string, name: string) {
  const { entities } = await data(
    api.GET('/api/knowledge/entities', { params: { query: { scope, search: name, limit: 200 } } }),
  )
  return entities.find((entity) => entity.name === name)
}
