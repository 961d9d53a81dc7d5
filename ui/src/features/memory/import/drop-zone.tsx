import { useRef, useState, type DragEvent } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

/** Takes a file by dropping or by choosing. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const t = useTexts('memory-import')
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files?.[0]) onFile(files[0])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second way beside the button
    <div
      role="group"
      aria-label={t('choose')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-10 text-center',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken',
      )}
    >
      <Icon name="upload-simple" size={26} className="text-muted" />
      <p className="text-base text-muted">{t('drop')}</p>
      <Button onClick={() => picker.current?.click()}>{t('choose')}</Button>
      <input
        ref={picker}
        type="file"
        accept=".jsonl,.ndjson,.json,application/x-ndjson,application/jsonl,application/json"
        aria-label={t('choose')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}
