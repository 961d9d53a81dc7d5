import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, ApiError, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useAddress } from '../address'
import { memoryKeys, FACTS, useSummary } from '../data'
import { useLeaving } from '../removing'
import type { Entity } from '../types'
import { Problem } from './problem'

interface RenameProps {
  entity: Entity
  open: boolean
  onClose: () => void
  onMerge: () => void
}

/** Gives an entity another name or type. */
export function Rename({ open, onClose, ...rest }: RenameProps) {
  const t = useTexts('memory-editing')
  return (
    <Dialog open={open} onClose={onClose} title={t('edit.title')} description={t('edit.about')}>
      <Form onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Form({ entity, onClose, onMerge }: Omit<RenameProps, 'open'>) {
  const t = useTexts('memory-editing')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const { go } = useAddress()
  const types = useSummary(entity.scope).data?.types ?? []
  const [name, setName] = useState(entity.name)
  const [type, setType] = useState(entity.entityType)
  const [taken, setTaken] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    setTaken('')
    useLeaving.getState().leave(entity.id)
    try {
      const after = await data(
        api.PATCH('/api/knowledge/entities/{id}', {
          params: { path: { id: entity.id } },
          body: { name: name.trim(), entityType: type.trim() },
        }),
      )
      // It has another id now: the page goes there before what is shown is read again.
      queries.setQueryData(memoryKeys.entity(after.id, FACTS), after)
      onClose()
      go({ entity: after.id }, true)
      await queries.invalidateQueries({ queryKey: keys.knowledge })
      return useLeaving.getState().leave(null)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setTaken(error.message)
      else setProblem(reason(error))
    }
    useLeaving.getState().leave(null)
    setBusy(false)
  }
  const same = name.trim() === entity.name && type.trim() === entity.entityType
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <Field label={t('create.name')} error={taken || undefined}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={2000}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setTaken('')
            }}
          />
        )}
      </Field>
      {taken && (
        <div className="-mt-2">
          <Button size="small" icon="arrows-merge" onClick={onMerge}>
            {t('edit.mergeInstead')}
          </Button>
        </div>
      )}
      <Field label={t('create.type')}>
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
      <Problem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{shared('cancel')}</Button>
        <Button type="submit" look="primary" busy={busy} disabled={!name.trim() || same}>
          {t('edit.do')}
        </Button>
      </div>
    </form>
  )
}
