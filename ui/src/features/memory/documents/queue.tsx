import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { ApiError } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { useReason } from '@/components/states'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { writeBytes } from '@/lib/size'
import { useUploads, type Upload } from './uploads'

/** The files on their way, and what became of those that did not arrive. */
export function UploadQueue() {
  const t = useTexts('memory-documents')
  const format = useFormat()
  const { uploads, clear } = useUploads()
  if (!uploads.length) return null
  const done = uploads.filter(({ state }) => state.kind === 'done').length
  const going = uploads.some(({ state }) => state.kind === 'waiting' || state.kind === 'sending')
  return (
    <Card
      className="mb-4"
      title={t('queue.title')}
      actions={
        <>
          <span role="status" className="numbers text-sm text-muted">
            {going
              ? t('queue.going', { done: format.number(done), all: format.number(uploads.length) })
              : t('queue.done', { count: done, n: format.number(done) })}
          </span>
          {!going && <IconButton icon="x" size="small" label={t('queue.close')} onClick={clear} />}
        </>
      }
    >
      <ul aria-label={t('queue.title')} className="max-h-80 overflow-y-auto px-4 pb-2">
        {uploads.map((upload) => (
          <UploadLine key={upload.id} upload={upload} />
        ))}
      </ul>
    </Card>
  )
}

const UploadLine = memo(function UploadLine({ upload }: { upload: Upload }) {
  const t = useTexts('memory-documents')
  const language = usePreferences((state) => state.language)
  const cancel = useUploads((state) => state.cancel)
  const again = useUploads((state) => state.again)
  const { id, file, state } = upload
  return (
    <li className="flex flex-col gap-1.5 border-t py-2 first:border-t-0">
      <span className="flex min-w-0 items-center gap-2.5">
        <Mark state={state} />
        <span className="min-w-0 flex-1 truncate" title={file.name}>
          {file.name}
        </span>
        <span className="numbers shrink-0 text-sm text-muted">{writeBytes(file.size, language)}</span>
        {state.kind === 'done' && (
          <Link
            to="/memory/documents/$documentId"
            params={{ documentId: state.documentId }}
            className="shrink-0 rounded-sm text-accent underline-offset-4 hover:underline"
          >
            {t('queue.open')}
          </Link>
        )}
        {(state.kind === 'waiting' || state.kind === 'sending') && (
          <IconButton icon="x" size="small" label={t('queue.cancel', { name: file.name })} onClick={() => cancel(id)} />
        )}
        {(state.kind === 'failed' || state.kind === 'done') && (
          <IconButton icon="x" size="small" label={t('queue.remove', { name: file.name })} onClick={() => cancel(id)} />
        )}
      </span>
      {state.kind === 'sending' && <Progress share={state.share} name={file.name} />}
      {state.kind === 'double' && (
        <span className="flex flex-wrap items-center gap-2 pl-7 text-sm text-warning">
          {t('queue.double')}
          <Link
            to="/memory/documents/$documentId"
            params={{ documentId: state.documentId }}
            className="rounded-sm text-accent underline underline-offset-4"
          >
            {t('queue.seeDouble')}
          </Link>
          <Button size="small" onClick={() => again(id, true)}>
            {t('queue.anyway')}
          </Button>
          <Button size="small" look="quiet" onClick={() => cancel(id)}>
            {t('queue.skip')}
          </Button>
        </span>
      )}
      {state.kind === 'failed' && (
        <span role="alert" className="flex flex-wrap items-center gap-2 pl-7 text-sm text-danger">
          <Why state={state} />
          {state.again && (
            <Button size="small" icon="arrow-clockwise" onClick={() => again(id, upload.anyway)}>
              {t('queue.again')}
            </Button>
          )}
        </span>
      )}
    </li>
  )
})

function Why({ state }: { state: Extract<Upload['state'], { kind: 'failed' }> }) {
  const t = useTexts('memory-documents')
  const reason = useReason()
  if (state.reason !== 'other') return t(`queue.${state.reason}`)
  if (state.error instanceof ApiError && state.error.status === 413) return t('queue.large')
  if (state.error instanceof ApiError && state.error.status === 415) return t('queue.type')
  return <span className="min-w-0 break-words">{reason(state.error)}</span>
}

function Progress({ share, name }: { share: number; name: string }) {
  const t = useTexts('memory-documents')
  const format = useFormat()
  const text = share < 1 ? t('queue.sending', { percent: format.percent(share) }) : t('queue.reading')
  return (
    <span className="flex items-center gap-3 pl-7">
      <progress
        value={share < 1 ? share : undefined}
        max={1}
        aria-label={`${name}: ${text}`}
        className="memory-progress h-1.5 min-w-0 flex-1"
      />
      <span className="numbers w-32 shrink-0 text-right text-sm text-muted">{text}</span>
    </span>
  )
}

function Mark({ state }: { state: Upload['state'] }) {
  const t = useTexts('memory-documents')
  if (state.kind === 'done')
    return <Icon name="check-circle" size={17} label={t('queue.done', { count: 1, n: '1' })} className="text-success" />
  if (state.kind === 'failed') return <Icon name="warning-circle" size={17} className="text-danger" />
  if (state.kind === 'double') return <Icon name="copy" size={17} className="text-warning" />
  if (state.kind === 'waiting')
    return <Icon name="hourglass" size={17} label={t('queue.waiting')} className="text-faint" />
  return <Icon name="circle-notch" size={17} className="animate-spin text-accent" />
}
