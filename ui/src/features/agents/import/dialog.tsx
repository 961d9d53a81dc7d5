import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type DragEvent } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Draft } from '../draft'
import { MOST_AGENTS, MOST_BYTES, readAgents, type Found } from './bundle'
import { Preview } from './preview'
import { Report } from './report'

type Step =
  | { kind: 'choose' }
  | { kind: 'preview'; found: Found[] }
  | { kind: 'done'; report: Schemas['ImportReport']; names: ReadonlyMap<string, string> }

/** Brings agents in from a file or from pasted text; shows what would happen before it does. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts('agents')
  const shared = useTexts('shared')
  const queries = useQueryClient()
  const reason = useReason()
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [problem, setProblem] = useState('')
  const [chosen, setChosen] = useState<readonly Draft[]>([])
  const [busy, setBusy] = useState(false)

  const begin = () => {
    setStep({ kind: 'choose' })
    setProblem('')
    setChosen([])
  }
  const close = () => {
    onClose()
    begin()
  }
  const look = (text: string) => {
    const reading = readAgents(text)
    setProblem(
      reading.kind === 'notJson'
        ? t('importing.notJson', { reason: reading.reason })
        : reading.kind === 'noAgents'
          ? t('importing.noAgents')
          : reading.kind === 'tooMany'
            ? t('importing.tooMany', { count: reading.count, limit: MOST_AGENTS })
            : '',
    )
    if (reading.kind === 'found') setStep({ kind: 'preview', found: reading.agents })
  }
  const bring = async () => {
    setBusy(true)
    setProblem('')
    try {
      const report = await data(api.POST('/api/agents/import', { body: { agents: [...chosen] } }))
      await queries.invalidateQueries({ queryKey: keys.agents })
      setStep({ kind: 'done', report, names: new Map(chosen.map((draft) => [draft.id, draft.name])) })
    } catch (error) {
      setProblem(reason(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      title={t('importing.title')}
      description={step.kind === 'choose' ? t('importing.about') : undefined}
      actions={
        step.kind === 'preview' ? (
          <>
            <Button onClick={begin}>{t('importing.back')}</Button>
            <Button look="primary" busy={busy} disabled={!chosen.length} onClick={() => void bring()}>
              {t('importing.do', { count: chosen.length })}
            </Button>
          </>
        ) : step.kind === 'done' ? (
          <>
            <Button onClick={begin}>{t('importing.again')}</Button>
            <Button look="primary" onClick={close}>
              {t('importing.close')}
            </Button>
          </>
        ) : (
          <Button onClick={close}>{shared('cancel')}</Button>
        )
      }
    >
      {step.kind === 'choose' && <Source onText={look} onProblem={setProblem} />}
      {step.kind === 'preview' && <Preview found={step.found} onChoice={setChosen} />}
      {step.kind === 'done' && <Report report={step.report} names={step.names} onLeave={close} />}
      {problem && (
        <p
          role="alert"
          className="mt-3 flex items-start gap-1.5 rounded-md bg-danger-soft px-3 py-2 text-base text-danger"
        >
          <Icon name="warning-circle" size={17} className="mt-0.5" />
          <span className="min-w-0 break-words">{problem}</span>
        </p>
      )}
    </Dialog>
  )
}

function Source({ onText, onProblem }: { onText: (text: string) => void; onProblem: (problem: string) => void }) {
  const t = useTexts('agents')
  const picker = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState('')
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES) return onProblem(t('importing.tooLarge'))
    try {
      onText(await file.text())
    } catch {
      onProblem(t('importing.readFailed'))
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <div className="flex flex-col gap-4">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second way beside the button */}
      <div
        role="group"
        aria-label={t('importing.file')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-8 text-center',
          over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
        )}
      >
        <Icon name="upload-simple" size={26} className="text-muted" />
        <p className="text-base text-muted">{t('importing.drop')}</p>
        <Button onClick={() => picker.current?.click()}>{t('importing.file')}</Button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          aria-label={t('importing.file')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <Field label={t('importing.paste')}>
        {(control) => (
          <TextArea
            {...control}
            rows={5}
            spellCheck={false}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
            className="font-mono text-sm"
            placeholder={'{"agents": [{"id": "gardener", "name": "Gardener"}]}'}
          />
        )}
      </Field>
      <div>
        <Button disabled={!pasted.trim()} onClick={() => onText(pasted)}>
          {t('importing.look')}
        </Button>
      </div>
    </div>
  )
}
