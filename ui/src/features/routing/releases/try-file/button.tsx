import { useState } from 'react'

import { Button } from '@/components/button'
import { useTexts } from '@/lib/text'

import { TryFileDialog } from './dialog'

/** Offers to try a file of messages on a release, or on what decides now. */
export function TryFileButton({ number, size = 'medium' }: { number?: number; size?: 'small' | 'medium' }) {
  const t = useTexts('routing-releases')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size={size} icon="upload-simple" onClick={() => setOpen(true)}>
        {t('trying.title')}
      </Button>
      {open && <TryFileDialog {...(number === undefined ? {} : { number })} onClose={() => setOpen(false)} />}
    </>
  )
}
