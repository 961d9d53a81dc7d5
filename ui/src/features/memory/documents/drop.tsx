import { useRef, useState, type DragEvent, type ReactNode } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { ENDINGS } from './upload'
import { useUploads } from './uploads'

/** Takes files that are dropped anywhere on what it holds. */
export function DropPage({ children }: { children: ReactNode }) {
  const t = useTexts('memory-documents')
  const add = useUploads((state) => state.add)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way beside the button
    <div
      className="relative h-full"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={drop}
    >
      {children}
      {over && (
        <div
          className={cn(
            'pointer-events-none absolute inset-3 z-30 grid animate-fade place-items-center',
            'rounded-lg border-2 border-dashed border-accent floating',
          )}
        >
          <span className="flex flex-col items-center gap-2 text-center">
            <Icon name="upload-simple" size={32} className="text-accent" />
            <span className="text-md font-semibold">{t('drop')}</span>
            <span className="text-muted">{t('formats')}</span>
          </span>
        </div>
      )}
    </div>
  )
}

/** A button that chooses files. */
export function FilePicker() {
  const t = useTexts('memory-documents')
  const add = useUploads((state) => state.add)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look="primary" icon="upload-simple" onClick={() => picker.current?.click()}>
        {t('add')}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={ENDINGS.join(',')}
        aria-label={t('add')}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
