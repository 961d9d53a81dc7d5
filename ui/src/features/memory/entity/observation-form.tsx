import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Field, TextArea, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Entity, Observation } from '../types'

interface ObservationFormProps {
  entity: Entity
  /** The one that is changed; a new one where there is none. */
  observation?: Observation
  onClose: () => void
}

/** Writes an observation down, or another in its place. */
export function ObservationForm({ entity, observation, onClose }: ObservationFormProps) {
  const t = useTexts('memory')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const [text, setText] = useState(observation?.content ?? '')
  const [source, setSource] = useState(observation?.provenance.source ?? '')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    try {
      const params = { path: { id: entity.id } }
      const body = { contents: [text.trim()], source: source.trim(), replaces: observation?.id }
      const { added } = await data(api.POST('/api/knowledge/entities/{id}/observations', { params, body }))
      if (added.length) {
        await queries.invalidateQueries({ queryKey: keys.knowledge })
        return onClose()
      }
      setProblem(t('observation.already'))
    } catch (error) {
      setProblem(reason(error))
    }
    setBusy(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields in it
    <form
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
      className="my-2 flex flex-col gap-3 rounded-lg border bg-sunken p-3.5"
    >
      <Field label={observation ? t('observation.of') : t('observation.text')} error={problem || undefined}>
        {(control) => (
          <TextArea
            {...control}
            autoFocus
            required
            rows={2}
            maxLength={20_000}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setProblem('')
            }}
          />
        )}
      </Field>
      <Field label={t('observation.source')} hint={t('observation.sourceHint')}>
        {(control) => (
          <TextInput {...control} maxLength={2000} value={source} onChange={(event) => setSource(event.target.value)} />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={onClose}>
          {shared('cancel')}
        </Button>
        <Button
          size="small"
          type="submit"
          look="primary"
          busy={busy}
          disabled={!text.trim() || text.trim() === observation?.content}
        >
          {t(observation ? 'observation.change' : 'observation.save')}
        </Button>
      </div>
    </form>
  )
}
