import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { Problem } from '../editing/problem'
import { DropZone } from './drop-zone'
import { MOST_BYTES, readLines, type Reading } from './lines'
import { Preview } from './preview'
import { sendLines } from './upload'

type Step =
  | { kind: 'choose' }
  | { kind: 'reading'; name: string; share: number }
  | { kind: 'preview'; name: string; reading: Reading; good: string }
  | { kind: 'sending' | 'writing'; share: number; stop: () => void }
  | { kind: 'done'; report: Schemas['KnowledgeImport'] }

/** Takes a file into a memory; shows what is in it before it does. */
export function ImportDialog({ scope, open, onClose }: { scope: string; open: boolean; onClose: () => void }) {
  const t = useTexts('memory-import')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const [problem, setProblem] = useState('')
  /** Grows when something else is begun: what an earlier reading finds is of no interest then. */
  const turn = useRef(0)

  const begin = () => {
    turn.current += 1
    setStep({ kind: 'choose' })
    setProblem('')
  }
  const close = () => {
    // What is on its way goes on; it is told by the live events.
    onClose()
    if (step.kind !== 'sending' && step.kind !== 'writing') begin()
  }
  const look = async (file: File) => {
    turn.current += 1
    const own = turn.current
    setProblem('')
    if (file.size > MOST_BYTES) return setProblem(t('tooLarge'))
    setStep({ kind: 'reading', name: file.name, share: 0 })
    try {
      const text = await file.text()
      const { reading, good } = await readLines(
        text,
        (share) => own === turn.current && setStep({ kind: 'reading', name: file.name, share }),
      )
      if (own === turn.current) setStep({ kind: 'preview', name: file.name, reading, good })
    } catch {
      if (own !== turn.current) return
      begin()
      setProblem(t('readFailed'))
    }
  }
  const send = async (preview: Extract<Step, { kind: 'preview' }>) => {
    setProblem('')
    const far = (kind: 'sending' | 'writing') => (share: number) =>
      setStep((now) => (now.kind === 'sending' || now.kind === 'writing' ? { ...now, kind, share } : now))
    const { done, stop } = sendLines(preview.good, scope, far('sending'), far('writing'))
    setStep({ kind: 'sending', share: 0, stop })
    try {
      const report = await done
      await queries.invalidateQueries({ queryKey: keys.knowledge })
      setStep({ kind: 'done', report })
    } catch (error) {
      setStep(preview)
      setProblem(error instanceof DOMException && error.name === 'AbortError' ? t('stopped') : reason(error))
    }
  }
  const some = step.kind === 'preview' && step.reading.entities + step.reading.relations > 0
  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      title={t('title')}
      description={step.kind === 'choose' ? t('about') : undefined}
      actions={
        step.kind === 'preview' ? (
          <>
            <Button onClick={begin}>{t('back')}</Button>
            <Button look="primary" disabled={!some} onClick={() => void send(step)}>
              {t('do')}
            </Button>
          </>
        ) : step.kind === 'sending' || step.kind === 'writing' ? (
          <Button icon="stop" onClick={step.stop}>
            {t('stop')}
          </Button>
        ) : step.kind === 'done' ? (
          <Button look="primary" onClick={close}>
            {t('close')}
          </Button>
        ) : (
          <Button onClick={close}>{shared('cancel')}</Button>
        )
      }
    >
      {step.kind === 'choose' && <DropZone onFile={(file) => void look(file)} />}
      {step.kind === 'reading' && (
        <Progress share={step.share} text={(percent) => t('reading', { name: step.name, percent })} />
      )}
      {step.kind === 'preview' && <Preview name={step.name} reading={step.reading} />}
      {step.kind === 'sending' && <Progress share={step.share} text={(percent) => t('sending', { percent })} />}
      {step.kind === 'writing' && <Progress share={step.share} text={(percent) => t('writing', { percent })} />}
      {step.kind === 'done' && <Report report={step.report} />}
      <div className="mt-3 empty:hidden">
        <Problem text={problem} />
      </div>
    </Dialog>
  )
}

function Progress({ share, text }: { share: number; text: (percent: string) => string }) {
  const format = useFormat()
  return (
    <div className="flex flex-col gap-2 py-6">
      <p role="status" className="break-words text-muted">
        {text(format.percent(share))}
      </p>
      <progress
        value={share < 1 ? share : undefined}
        max={1}
        aria-label={text(format.percent(share))}
        className="memory-progress h-1.5 w-full"
      />
    </div>
  )
}

function Report({ report }: { report: Schemas['KnowledgeImport'] }) {
  const t = useTexts('memory-import')
  const format = useFormat()
  const counts = (['entities', 'observations', 'relations'] as const)
    .filter((noun) => report[noun] > 0)
    .map((noun) => t(noun, { count: report[noun], n: format.number(report[noun]) }))
  return (
    <div role="status" className="flex flex-col gap-2 py-2">
      <p className="flex items-center gap-2 text-md font-semibold">
        <Icon name="check-circle" size={20} className="text-success" />
        {t('done')}
      </p>
      <p>{counts.length ? t('doneBody', { list: format.list(counts) }) : t('doneNothing')}</p>
      {report.skipped > 0 && (
        <p className="text-muted">{t('skipped', { count: report.skipped, n: format.number(report.skipped) })}</p>
      )}
    </div>
  )
}
