import { useRef, useState, type DragEvent } from 'react'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useSharedTexts } from '@/components/texts'

import { formatOf, type CaseFormat } from './format'
import { useGoldenTexts } from './texts'
import type { ImportReport } from './types'
import { useImport } from './use-acts'

const MOST_BYTES = 4_000_000

/** Brings golden cases in from a file or from pasted lines, and says what is wrong with each line that is not taken. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useGoldenTexts()
  const shared = useSharedTexts()
  const reason = useReason()
  const bring = useImport()
  const [content, setContent] = useState('')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<CaseFormat | null>(null)
  const [problem, setProblem] = useState('')
  const format = chosen ?? formatOf(name, content)
  const said = problem || (bring.error ? reason(bring.error) : '')
  const take = (text: string, from = '') => {
    setContent(text)
    setName(from)
    setChosen(null)
    setProblem(text.trim() ? '' : t('importing.empty'))
  }
  const again = () => {
    bring.reset()
    setContent('')
    setName('')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={t('importing.title')}
      description={bring.data ? undefined : t('importing.about')}
      actions={
        bring.data ? (
          <>
            <Button onClick={again}>{t('importing.again')}</Button>
            <Button look="primary" onClick={onClose}>{t('importing.close')}</Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{shared('cancel')}</Button>
            <Button look="primary" disabled={!content.trim()} busy={bring.isPending} onClick={() => bring.mutate({ format, content })}>{t('importing.do')}</Button>
          </>
        )
      }
    >
      {bring.data ? <Outcome report={bring.data} /> : (
        <div className="flex flex-col gap-4">
          <Drop onText={take} onProblem={setProblem} />
          <Field label={name ? t('importing.name', { name }) : t('importing.paste')}>
            {(control) => (
              <TextArea
                {...control} rows={6} spellCheck={false} value={content} onChange={(event) => take(event.target.value, name)}
                className="font-mono text-sm" placeholder={'text,agent,last_agent\nIs there snow in the Alps?,ski,'}
              />
            )}
          </Field>
          {content.trim() && (
            <div className="flex flex-wrap items-center gap-3">
              <span className="text-sm font-medium">{t('importing.format')}</span>
              <Choice size="small" label={t('importing.format')} value={format} onChange={setChosen} options={[{ value: 'csv', label: t('importing.csv') }, { value: 'jsonl', label: t('importing.jsonl') }]} />
            </div>
          )}
          {said && <p role="alert" className="flex items-start gap-1.5 rounded-md bg-danger-soft px-3 py-2 text-danger"><Icon name="warning-circle" size={17} className="mt-0.5" /><span className="min-w-0 break-words">{said}</span></p>}
        </div>
      )}
    </Dialog>
  )
}

function Drop({ onText, onProblem }: { onText: (text: string, name: string) => void; onProblem: (problem: string) => void }) {
  const t = useGoldenTexts()
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES) return onProblem(t('importing.tooLarge'))
    try {
      onText(await file.text(), file.name)
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way beside the button in it
    <div
      role="group"
      aria-label={t('importing.file')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center ${over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken'}`}
    >
      <Icon name="upload-simple" size={24} className="text-muted" />
      <p className="text-muted">{t('importing.drop')}</p>
      <Button onClick={() => picker.current?.click()}>{t('importing.file')}</Button>
      <input
        ref={picker} type="file" accept=".csv,.jsonl,.ndjson,.json,text/csv,application/x-ndjson" aria-label={t('importing.file')} tabIndex={-1} className="sr-only"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** What became of the lines. */
function Outcome({ report }: { report: ImportReport }) {
  const t = useGoldenTexts()
  const { added, replaced, problems } = report
  return (
    <div role="status" className="flex flex-col gap-3">
      {added > 0 && <p className="flex items-start gap-2"><Icon name="check-circle" size={18} className="mt-px text-success" />{t('importing.added', { count: added })}</p>}
      {replaced > 0 && <p className="flex items-start gap-2"><Icon name="arrows-clockwise" size={18} className="mt-px text-info" />{t('importing.replaced', { count: replaced })}</p>}
      {added + replaced === 0 && <p className="flex items-start gap-2"><Icon name="info" size={18} className="mt-px text-info" />{t('importing.nothing')}</p>}
      {problems.length > 0 && (
        <div className="flex flex-col gap-2 rounded-md bg-warning-soft px-3 py-2.5">
          <p className="flex items-start gap-2 font-medium text-warning"><Icon name="warning" size={17} className="mt-0.5" />{t('importing.problems', { count: problems.length })}</p>
          <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto text-sm">
            {problems.map(({ line, message }, index) => (
              <li key={index} className="flex min-w-0 gap-2">
                <span className="numbers shrink-0 text-muted">{t('importing.line', { line })}</span>
                <span className="min-w-0 break-words">{message}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
