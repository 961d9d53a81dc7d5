import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field } from '@/components/field'
import { Icon } from '@/components/icon'
import { Failure, Skeleton, useReason } from '@/components/states'
import { Choice } from '@/components/tabs'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useAddress } from '../address'
import { MOST_FACTS, useEntity } from '../data'
import { useLeaving } from '../removing'
import type { Entity, EntityBrief } from '../types'
import { EntityField } from './entity-field'
import { movesOf } from './moves'
import { Problem } from './problem'

const SHOWN = 8

interface MergeProps {
  entity: Entity
  open: boolean
  onClose: () => void
}

/** Makes one entity of two; shows first what would move. */
export function Merge({ entity, open, onClose }: MergeProps) {
  const t = useTexts('memory-editing')
  return (
    <Dialog open={open} onClose={onClose} title={t('merge.title')} wide>
      <Form entity={entity} onClose={onClose} />
    </Dialog>
  )
}

function Form({ entity, onClose }: Omit<MergeProps, 'open'>) {
  const t = useTexts('memory-editing')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const { go } = useAddress()
  const [text, setText] = useState('')
  const [other, setOther] = useState<EntityBrief | null>(null)
  const [stays, setStays] = useState<'this' | 'other'>('this')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const chosen = other && text === other.name ? other : null
  const merge = async () => {
    if (!chosen) return
    const [into, from] = stays === 'this' ? [entity, chosen] : [chosen, entity]
    setBusy(true)
    setProblem('')
    useLeaving.getState().leave(entity.id)
    try {
      await data(api.POST('/api/knowledge/merge', { body: { into: into.id, from: [from.id] } }))
      onClose()
      go({ entity: into.id }, into.id !== entity.id)
      notify(t('merge.done', { from: from.name, into: into.name }))
      await queries.invalidateQueries({ queryKey: keys.knowledge })
      return useLeaving.getState().leave(null)
    } catch (error) {
      setProblem(reason(error))
    }
    useLeaving.getState().leave(null)
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('merge.other')} hint={t('merge.otherHint')}>
        {(control) => (
          <EntityField
            scope={entity.scope}
            control={control}
            value={text}
            onChange={setText}
            onPick={setOther}
            without={[entity.id]}
          />
        )}
      </Field>
      {chosen && (
        <>
          <Field label={t('merge.stays')}>
            {() => (
              <span className="flex max-w-full overflow-x-auto">
                <Choice
                  label={t('merge.stays')}
                  value={stays}
                  onChange={setStays}
                  options={[
                    { value: 'this', label: entity.name },
                    { value: 'other', label: chosen.name },
                  ]}
                />
              </span>
            )}
          </Field>
          <Preview one={entity.id} other={chosen.id} swapped={stays === 'other'} />
        </>
      )}
      <Problem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{shared('cancel')}</Button>
        <Button look="primary" icon="arrows-merge" busy={busy} disabled={!chosen} onClick={() => void merge()}>
          {t('merge.do')}
        </Button>
      </div>
    </div>
  )
}

function Preview({ one, other, swapped }: { one: string; other: string; swapped: boolean }) {
  const t = useTexts('memory-editing')
  const format = useFormat()
  const first = useEntity(one, MOST_FACTS)
  const second = useEntity(other, MOST_FACTS)
  const failed = [first, second].find((read) => read.error && !read.data)
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} className="py-4" />
  if (!first.data || !second.data) return <Skeleton className="h-32" />
  const [into, from] = swapped ? [second.data, first.data] : [first.data, second.data]
  const { observations, same, relations, loop } = movesOf(into, from)
  const names = { into: into.name, from: from.name }
  return (
    <section
      aria-label={t('merge.moves')}
      aria-live="polite"
      className="flex flex-col gap-2 rounded-md bg-sunken px-4 py-3"
    >
      <p className="break-words">{t('merge.about', names)}</p>
      {!observations.length && !relations.length && <p className="text-muted">{t('merge.nothing', names)}</p>}
      {observations.length > 0 && (
        <Moving
          title={t('merge.observations', {
            count: observations.length,
            n: format.number(observations.length + from.moreObservations),
          })}
          more={observations.length + from.moreObservations}
          lines={observations}
        />
      )}
      {relations.length > 0 && (
        <Moving
          title={t('merge.relations', { count: relations.length, n: format.number(relations.length) })}
          more={relations.length}
          lines={relations.map((relation) => `${relation.from} ${relation.relationType} ${relation.to}`)}
        />
      )}
      {same > 0 && <p className="text-sm text-muted">{t('merge.same', { count: same, n: format.number(same) })}</p>}
      {loop && <p className="text-sm text-warning">{t('merge.loop')}</p>}
    </section>
  )
}

function Moving({ title, lines, more }: { title: string; lines: readonly string[]; more: number }) {
  const t = useTexts('memory-editing')
  const format = useFormat()
  const left = more - Math.min(SHOWN, lines.length)
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="mt-1 text-sm text-muted">
        {lines.slice(0, SHOWN).map((line) => (
          <li key={line} className="flex gap-1.5 py-0.5">
            <Icon name="arrow-right" size={13} className="mt-0.5" />
            <span className="line-clamp-2 min-w-0 break-words">{line}</span>
          </li>
        ))}
        {left > 0 && <li className="py-0.5 pl-5">{t('merge.left', { count: left, n: format.number(left) })}</li>}
      </ul>
    </div>
  )
}
