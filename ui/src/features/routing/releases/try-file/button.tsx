import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { Button } from '@/components/button'

import { useReleaseTexts } from '../texts'
import { TryFileDialog } from './dialog'

/** Offers to try a file of messages on a release, or on what decides now. */
export function TryFileButton({ number, size = 'medium' }: { number?: number; size?: 'small' | 'medium' }) {
  const t = useReleaseTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => {
    // While the window is there, it keeps the focus.
    flushSync(() => setOpen(false))
    button.current?.focus()
  }
  return (
    <>
      <Button ref={button} size={size} icon="upload-simple" onClick={() => setOpen(true)}>{t('trying.title')}</Button>
      {open && <TryFileDialog {...(number === undefined ? {} : { number })} onClose={close} />}
    </>
  )
}
