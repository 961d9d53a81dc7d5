import { useRef, useState, type DragEvent } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

const MOST_BYTES = 4_000_000

/** Takes a file that is dropped here or chosen. */
export function Drop({
  onText,
  onProblem,
}: {
  onText: (text: string, name: string) => void
  onProblem: (problem: string) => void
}) {
  const t = useTexts('routing-lines')
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES) return onProblem(t('tooLarge'))
    try {
      onText(await file.text(), file.name)
    } catch {
      onProblem(t('readFailed'))
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second way beside the button
    <div
      role="group"
      aria-label={t('file')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
      )}
    >
      <Icon name="upload-simple" size={24} className="text-muted" />
      <p className="text-muted">{t('drop')}</p>
      <Button onClick={() => picker.current?.click()}>{t('file')}</Button>
      <input
        ref={picker}
        type="file"
        accept=".csv,.jsonl,.ndjson,.json,text/csv,application/x-ndjson"
        aria-label={t('file')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}
