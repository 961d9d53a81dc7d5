import { CopyButton } from '@/components/copy-button'
import { Icon } from '@/components/icon'
import { ApiError } from '@/client/api'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'
import { codeName, stretchesOf } from '@/lib/visible'

import { downloadOf, useFile } from './data'

/** A file, as text in which nothing can hide, or as a picture; what it may do when it is run, it does not do here. */
export function FileText({ id, path }: { id: string; path: string }) {
  const t = useTexts('memory-workspaces')
  const found = useFile(id, path)
  if (!found.data) {
    if (!found.error) return <Skeleton className="h-80 rounded-lg" />
    if (!(found.error instanceof ApiError && found.error.status === 404))
      return <Failure error={found.error} onRetry={() => void found.refetch()} />
    return (
      <Empty icon="file-text" title={t('fileGone.title')}>
        {t('fileGone.body')}
      </Empty>
    )
  }
  const { shown, text, truncated } = found.data
  if (shown === 'picture') {
    return (
      <div className="grid place-items-center rounded-lg border bg-sunken p-4">
        <img src={downloadOf(id, path)} alt={path} className="max-h-[70vh] max-w-full rounded-md" />
      </div>
    )
  }
  if (shown === 'not') {
    return (
      <Empty icon="file-text" title={t('noText.title')}>
        {t('noText.body')}
      </Empty>
    )
  }
  if (!text) return <p className="py-8 text-center text-muted">{t('emptyFile')}</p>
  return (
    <div className="flex flex-col gap-2">
      <div className="relative overflow-hidden rounded-lg border bg-surface">
        <div className="absolute top-1.5 right-1.5 rounded-md bg-surface">
          <CopyButton text={text} label={t('copy')} />
        </div>
        <pre
          tabIndex={0}
          aria-label={path}
          dir="ltr"
          className="max-h-[72vh] overflow-auto p-4 pr-12 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {stretchesOf(text).map((stretch, index) =>
            'text' in stretch ? (
              stretch.text
            ) : (
              <code key={index} className="rounded-sm bg-warning-soft px-1 text-xs text-warning">
                {codeName(stretch.hidden)}
              </code>
            ),
          )}
        </pre>
      </div>
      {truncated && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Icon name="info" size={15} />
          {t('truncated')}
        </p>
      )}
    </div>
  )
}
