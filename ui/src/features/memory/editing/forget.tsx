import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type FormEvent } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useLeaving } from '../removing'
import type { Entity, Observation } from '../types'
import { Problem } from './problem'

interface ForgetProps {
  entity: Pick<Entity, 'id' | 'name'>
  /** Only this observation of it. */
  observation?: Observation | undefined
  open: boolean
  onClose: () => void
  /** The entity itself is gone. */
  onGone?: (() => void) | undefined
}

/** Erases an entity or one observation for good, once its name has been typed, and says where traces remain. */
export function Forget({ entity, observation, open, onClose, onGone }: ForgetProps) {
  const t = useTexts('memory-editing')
  const [report, setReport] = useState<Schemas['ForgottenView'] | null>(null)
  const close = () => {
    onClose()
    if (report && !observation) onGone?.()
    useLeaving.getState().leave(null)
    setReport(null)
  }
  const title = report
    ? t('forget.done')
    : observation
      ? t('forget.titleObservation')
      : t('forget.titleEntity', { name: entity.name })
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={report ? undefined : t(observation ? 'forget.aboutObservation' : 'forget.aboutEntity')}
    >
      {report ? (
        <Report report={report} onClose={close} />
      ) : (
        <Form entity={entity} observation={observation} onClose={close} onDone={setReport} />
      )}
    </Dialog>
  )
}

function Form({
  entity,
  observation,
  onClose,
  onDone,
}: Pick<ForgetProps, 'entity' | 'observation' | 'onClose'> & { onDone: (report: Schemas['ForgottenView']) => void }) {
  const t = useTexts('memory-editing')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const forget = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    useLeaving.getState().leave(entity.id)
    try {
      const body = {
        entityIds: observation ? [] : [entity.id],
        observationIds: observation ? [observation.id] : [],
        relationIds: [],
      }
      const report = await data(api.POST('/api/knowledge/forget', { body }))
      // In a window that was closed since, the report would stand where something else is to be forgotten.
      if (form.current) onDone(report)
      await queries.invalidateQueries({ queryKey: keys.knowledge })
      return
    } catch (error) {
      setProblem(reason(error))
    }
    useLeaving.getState().leave(null)
    setBusy(false)
  }
  return (
    <form ref={form} className="flex flex-col gap-4" onSubmit={(event) => void forget(event)}>
      {observation && (
        <blockquote className="max-h-32 overflow-y-auto rounded-md bg-sunken px-3 py-2 break-words whitespace-pre-wrap">
          {observation.content}
        </blockquote>
      )}
      <Field label={t('forget.confirm', { name: entity.name })}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Problem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{shared('cancel')}</Button>
        <Button type="submit" look="danger" icon="eraser" busy={busy} disabled={typed.trim() !== entity.name.trim()}>
          {t('forget.do')}
        </Button>
      </div>
    </form>
  )
}

function Report({ report, onClose }: { report: Schemas['ForgottenView']; onClose: () => void }) {
  const t = useTexts('memory-editing')
  const format = useFormat()
  const counts = (['entities', 'observations', 'relations'] as const)
    .filter((noun) => report[noun] > 0)
    .map((noun) => t(`forget.${noun}`, { count: report[noun], n: format.number(report[noun]) }))
  const { conversations } = report.remains
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>{counts.length ? t('forget.counts', { list: format.list(counts) }) : t('forget.nothing')}</p>
      <p className="text-muted">{conversations.length ? t('forget.remains') : t('forget.clean')}</p>
      {conversations.length > 0 && (
        <ul className="flex flex-col gap-1">
          {conversations.map((id) => (
            <li key={id}>
              <Link
                to="/chat/$conversationId"
                params={{ conversationId: id }}
                onClick={onClose}
                className={cn(
                  'inline-flex max-w-full items-center gap-1.5 rounded-sm text-accent',
                  'underline-offset-4 hover:underline',
                )}
              >
                <Icon name="chat-circle-dots" size={16} />
                <span className="truncate">
                  <ConversationTitle id={id} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          {t('forget.close')}
        </Button>
      </div>
    </div>
  )
}

function ConversationTitle({ id }: { id: string }) {
  const t = useTexts('memory-editing')
  const found = useQuery({
    queryKey: [...keys.conversation(id), 'title'],
    queryFn: () => data(api.GET('/api/conversations/{id}', { params: { path: { id } } })),
    retry: false,
  })
  return found.data?.conversation.title || t('forget.conversation', { title: id.slice(0, 8) })
}
