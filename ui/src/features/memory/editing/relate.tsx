import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Entity } from '../types'
import { EntityField } from './entity-field'
import { Problem } from './problem'

interface RelateProps {
  entity: Entity
  open: boolean
  onClose: () => void
}

/** Connects an entity with another. */
export function Relate({ entity, open, onClose }: RelateProps) {
  const t = useTexts('memory-editing')
  return (
    <Dialog open={open} onClose={onClose} title={t('relate.title')}>
      <Form entity={entity} onClose={onClose} />
    </Dialog>
  )
}

function Form({ entity, onClose }: Omit<RelateProps, 'open'>) {
  const t = useTexts('memory-editing')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const [direction, setDirection] = useState<'outgoing' | 'incoming'>('outgoing')
  const [type, setType] = useState('')
  const [other, setOther] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const ends = direction === 'outgoing' ? [entity.name, other.trim()] : [other.trim(), entity.name]
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    try {
      const relation = { from: ends[0]!, to: ends[1]!, relationType: type.trim() }
      const { created } = await data(
        api.POST('/api/knowledge/relations', { body: { relations: [relation], scope: entity.scope } }),
      )
      if (created.length) {
        await queries.invalidateQueries({ queryKey: keys.knowledge })
        return onClose()
      }
      setProblem(t('relate.there'))
    } catch (error) {
      setProblem(reason(error))
    }
    setBusy(false)
  }
  const short = entity.name.length > 16 ? `${entity.name.slice(0, 15)}…` : entity.name
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void add(event)}>
      <Choice
        label={t('relate.direction')}
        value={direction}
        onChange={setDirection}
        options={[
          { value: 'outgoing', label: t('relate.outgoing', { name: short }) },
          { value: 'incoming', label: t('relate.incoming', { name: short }) },
        ]}
      />
      <Field label={t('relate.type')} hint={t('relate.typeHint')}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={500}
            value={type}
            onChange={(event) => setType(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('relate.other')} hint={t('relate.otherHint')}>
        {(control) => (
          <EntityField
            scope={entity.scope}
            control={control}
            value={other}
            onChange={setOther}
            onPick={() => undefined}
            without={[]}
          />
        )}
      </Field>
      {type.trim() && other.trim() && (
        <p className="rounded-md bg-sunken px-3 py-2 break-words text-muted" aria-live="polite">
          {t('relate.reads', { from: ends[0], type: type.trim(), to: ends[1] })}
        </p>
      )}
      <Problem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{shared('cancel')}</Button>
        <Button type="submit" look="primary" busy={busy} disabled={!type.trim() || !other.trim()}>
          {t('relate.do')}
        </Button>
      </div>
    </form>
  )
}
