import { useMemo, useState } from 'react'

import { ApiError } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, Select, TextArea, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { useAgents } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import type { GoldenCase } from './types'
import { useSaveCase } from './use-acts'

const LONGEST = 10_000
const LONGEST_NOTE = 2000
/** No agent has such an id. */
const NOBODY = '-'

/** A form for a golden case: a new one where none is given. */
export function CaseDialog({ golden, onClose }: { golden: GoldenCase | null; onClose: () => void }) {
  const t = useTexts('routing-golden')
  const shared = useTexts('shared')
  const reason = useReason()
  const { data: agents } = useAgents()
  const save = useSaveCase(golden?.id ?? null)
  const [text, setText] = useState(golden?.text ?? '')
  const [agent, setAgent] = useState(golden ? (golden.agent ?? NOBODY) : '')
  const [last, setLast] = useState(golden?.lastAgent ?? '')
  const [note, setNote] = useState(golden?.note ?? '')
  const [missing, setMissing] = useState<'text' | 'agent' | null>(null)
  const routable = useMemo(
    () =>
      (agents ?? []).filter(
        ({ role, status, id }) =>
          id === golden?.agent || ((role === 'specialist' || role === 'custom') && status !== 'archived'),
      ),
    [agents, golden],
  )
  const act = () => {
    if (!text.trim()) return setMissing('text')
    if (!agent) return setMissing('agent')
    save.mutate(
      { text: text.trim(), agent: agent === NOBODY ? null : agent, lastAgent: last || null, note: note.trim() },
      { onSuccess: onClose },
    )
  }
  const refused = save.error instanceof ApiError ? save.error.field : undefined
  const options = routable.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(golden ? 'form.editTitle' : 'form.addTitle')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" busy={save.isPending} onClick={act}>
            {t(golden ? 'form.save' : 'add')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('form.text')}
          hint={t('form.textHint')}
          error={missing === 'text' ? t('form.needed') : refused === 'text' ? reason(save.error) : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={LONGEST}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setMissing(null)
              }}
            />
          )}
        </Field>
        <Field
          label={t('form.agent')}
          hint={agent === NOBODY ? t('form.nobodyHint') : undefined}
          error={missing === 'agent' ? t('form.agentNeeded') : refused === 'agent' ? reason(save.error) : undefined}
        >
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={agent}
              onChange={(event) => {
                setAgent(event.target.value)
                setMissing(null)
              }}
            >
              <option value="" disabled>
                {t('form.agentChoose')}
              </option>
              {options}
              <option value={NOBODY}>{t('nobody')}</option>
            </Select>
          )}
        </Field>
        <Field
          label={t('form.last')}
          hint={t('form.lastHint')}
          error={refused === 'lastAgent' ? reason(save.error) : undefined}
        >
          {(control) => (
            <Select {...control} className="w-full" value={last} onChange={(event) => setLast(event.target.value)}>
              <option value="">{t('form.lastNone')}</option>
              {options}
            </Select>
          )}
        </Field>
        <Field label={t('form.note')} hint={t('form.noteHint')}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={LONGEST_NOTE}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {save.error && !['text', 'agent', 'lastAgent'].includes(refused ?? '') && (
          <p role="alert" className="flex items-start gap-1.5 text-danger">
            <Icon name="warning-circle" size={16} className="mt-0.5" />
            {reason(save.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
