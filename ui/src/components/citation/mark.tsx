import { Suspense, useContext, useState } from 'react'

import { root } from '@/client/api'
import { lazyPart } from '@/lib/lazy-part'
import { useTexts } from '@/lib/text'

import { Tooltip } from '../tooltip'
import { CitingText } from './citing'
import { CitationTitle } from './title'

const PassageDrawer = lazyPart(() => import('./drawer').then((module) => ({ default: module.PassageDrawer })))

/** A small number that leads to the passage it stands for: beside the text, or in its document in another tab. */
export function CitationMark({ documentId, passageId }: { documentId: string; passageId: string }) {
  const t = useTexts('citation')
  const { numbers, Text } = useContext(CitingText)
  const number = numbers.get(`${documentId}#${passageId}`)
  const [open, setOpen] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Tooltip text={<CitationTitle documentId={documentId} passageId={passageId} />}>
        <a
          href={`${root}/memory/documents/${documentId}?passage=${passageId}`}
          aria-label={t('mark', { number: number ?? '' })}
          className="citation"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            setOpen('open')
          }}
        >
          {number ?? '·'}
        </a>
      </Tooltip>
      <Suspense>
        {open !== 'never' && (
          <PassageDrawer
            documentId={documentId}
            passageId={passageId}
            Text={Text}
            open={open === 'open'}
            onClose={() => setOpen('closed')}
          />
        )}
      </Suspense>
    </>
  )
}
