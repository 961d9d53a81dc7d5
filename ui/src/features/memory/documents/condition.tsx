import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { useEmbedder } from '@/lib/embedder'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import type { DocumentText, Passage } from './types'
import { useReindex } from './use-reindex'

interface ConditionProps {
  document: DocumentText
  cited: Passage | null | undefined
  onShow: (() => void) | undefined
}

/** What one should know before reading: not read yet, not readable, cut off, or cited from what is no more. */
export function Condition({ document, cited, onShow }: ConditionProps) {
  const t = useTexts('memory-documents')
  const format = useFormat()
  const why = useWhy()
  const { reindex, busy } = useReindex(document.id)
  const { data: embedder } = useEmbedder()
  const embedding = embedder?.state === 'ready' && document.status === 'ready' && document.embedded < document.passages
  return (
    <>
      {document.status === 'indexing' && (
        <p role="status" className="flex items-start gap-2 rounded-lg bg-info-soft px-4 py-3 text-info">
          <Icon name="circle-notch" size={17} className="mt-0.5 animate-spin" />
          {t('indexing')}
        </p>
      )}
      {document.status === 'failed' && (
        <div role="alert" className="flex flex-col items-start gap-2 rounded-lg bg-danger-soft px-4 py-3 text-danger">
          <p className="flex items-center gap-2 font-semibold">
            <Icon name="warning-circle" size={17} />
            {t('failedTitle')}
          </p>
          <p className="break-words">{why(document.why, document.error ?? '')}</p>
          <Button size="small" icon="arrow-clockwise" busy={busy} onClick={() => void reindex()}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
      {document.truncated && <Remark>{t('truncated')}</Remark>}
      {embedding && (
        <Remark>
          {t('embedding', { embedded: format.number(document.embedded), passages: format.number(document.passages) })}
        </Remark>
      )}
      {cited === null && <Remark>{t('document.citedGone')}</Remark>}
      {cited && onShow && (
        <p>
          <Button size="small" icon="quotes" onClick={onShow}>
            {t('document.showCited')}
          </Button>
        </p>
      )}
    </>
  )
}

function Remark({ children }: { children: string }) {
  return (
    <p className="numbers flex items-start gap-2 text-sm text-muted">
      <Icon name="info" size={15} className="mt-0.5" />
      {children}
    </p>
  )
}
