import '../memory.css'

import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'

import { Button } from '@/components/button'
import { SearchInput, Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { Card, Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useEmbedder } from '@/lib/embedder'
import { useFormat } from '@/lib/format'
import { useSearchText, useSlash } from '@/lib/search-text'
import { useTexts } from '@/lib/text'

import { useDocumentsAddress } from './address'
import { useDocuments } from './data'
import { DropPage, FilePicker } from './drop'
import { Hits } from './hits'
import { UploadQueue } from './queue'
import { useRemovingDocuments } from './removing'
import { DocumentRow } from './row'
import { MemoryTabs } from './tabs'

const LONGEST = 300

/** What agents can read: add files, find the passage that says it, look at one. */
export default function DocumentsPage() {
  const t = useTexts('memory-documents')
  const { q = '', by, tag, source, go } = useDocumentsAddress()
  const [text, setText] = useSearchText(
    q,
    useCallback((sought) => go({ q: sought }), [go]),
  )
  const field = useSlash()
  const embedder = useEmbedder()
  const clear = () => {
    setText('')
    go({ q: undefined })
  }
  return (
    <DropPage>
      <Page module="memory" title={t('title')} about={t('about')} actions={<FilePicker />}>
        <MemoryTabs />
        <UploadQueue />
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <SearchInput
            ref={field}
            value={text}
            onChange={setText}
            label={t('search')}
            maxLength={LONGEST}
            aria-keyshortcuts="/"
            className="min-w-0 flex-[1_1_16rem]"
          />
          {q !== '' && embedder.data?.state === 'ready' && (
            <Choice<'hybrid' | 'words' | 'meaning'>
              label={t('by')}
              value={by ?? 'hybrid'}
              onChange={(value) => go({ by: value === 'hybrid' ? undefined : value })}
              options={(['hybrid', 'words', 'meaning'] as const).map((value) => ({
                value,
                label: t(`modes.${value}`),
              }))}
            />
          )}
          {q === '' && (
            <Select
              aria-label={t('source')}
              value={source ?? ''}
              onChange={(event) => go({ source: (event.target.value || undefined) as typeof source })}
            >
              <option value="">{t('sources.all')}</option>
              <option value="upload">{t('sources.upload')}</option>
              <option value="agent">{t('sources.agent')}</option>
            </Select>
          )}
          {tag && (
            <Button size="small" icon="x" title={t('anyTag', { tag })} onClick={() => go({ tag: undefined })}>
              <span className="max-w-40 truncate">{tag}</span>
            </Button>
          )}
        </div>
        {q ? <Hits q={q} by={by} tag={tag} onClear={clear} /> : <DocumentList />}
      </Page>
    </DropPage>
  )
}

function DocumentList() {
  const t = useTexts('memory-documents')
  const format = useFormat()
  const { tag, source, go } = useDocumentsAddress()
  const found = useDocuments({ tag, source })
  const hidden = useRemovingDocuments((state) => state.ids)
  const onTag = useCallback((chosen: string) => go({ tag: chosen }), [go])
  if (!found.data) {
    if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />
    return (
      <div className="flex flex-col gap-2">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-16 rounded-lg" />
        ))}
      </div>
    )
  }
  const documents = found.data.pages.flatMap((page) => page.documents).filter(({ id }) => !hidden.has(id))
  const total = Math.max(documents.length, (found.data.pages[0]?.total ?? 0) - hidden.size)
  if (!documents.length) {
    return tag || source ? (
      <Empty
        icon="files"
        title={t('none.title')}
        action={<Button onClick={() => go({ tag: undefined, source: undefined })}>{t('none.clear')}</Button>}
      >
        {t('none.body')}
      </Empty>
    ) : (
      <Empty icon="files" title={t('empty.title')} action={<FilePicker />}>
        {t('empty.body')} {t('formats')}
      </Empty>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <Meaning />
      <Card className="overflow-hidden">
        <p className="numbers px-4 pt-3 pb-1 text-sm text-muted">
          {t('count', { count: total, n: format.number(total) })}
        </p>
        <ul aria-label={t('list')} className="flex flex-col divide-y">
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} onTag={onTag} />
          ))}
        </ul>
        {found.hasNextPage && (
          <div className="flex justify-center border-t p-3">
            <Button
              size="small"
              look="quiet"
              icon="arrow-down"
              busy={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('more')}
            </Button>
          </div>
        )}
      </Card>
    </div>
  )
}

/** How far search by meaning is, while it is not simply there. */
function Meaning() {
  const t = useTexts('memory-documents')
  const format = useFormat()
  const { data: embedder } = useEmbedder()
  if (!embedder) return null
  if (embedder.state === 'off') {
    return (
      <p className="flex items-start gap-2 text-sm text-muted">
        <Icon name="info" size={15} className="mt-0.5" />
        <span>
          {t('off')}{' '}
          <Link to="/settings" hash="embedder" className="rounded-sm text-accent underline underline-offset-4">
            {t('offLink')}
          </Link>
        </span>
      </p>
    )
  }
  if (embedder.pending === 0) return null
  const text = t('progress', { embedded: format.number(embedder.embedded), passages: format.number(embedder.passages) })
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <span role="status" className="numbers">
        {text}
      </span>
      <progress
        value={embedder.embedded}
        max={embedder.passages}
        aria-label={text}
        className="memory-progress h-1.5 min-w-24 flex-1"
      />
    </div>
  )
}
