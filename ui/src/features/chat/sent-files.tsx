import { useState } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { contentOf, isPicture, type SentFile } from './files'
import { PictureLink } from './picture-link'

/** The files of a message: pictures are shown and open in a tab of their own, everything else is downloaded. */
export function SentFiles({ files }: { files: readonly SentFile[] }) {
  const t = useTexts('chat')
  if (!files.length) return null
  return (
    <ul aria-label={t('file.list')} className="mt-1 flex flex-wrap justify-end gap-2 first:mt-0">
      {files.map((file) => (
        <li key={file.id} className="max-w-full min-w-0">
          {isPicture(file) ? (
            <PictureLink id={file.id} name={file.filename} width={file.width} height={file.height} />
          ) : (
            <Document file={file} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Document({ file }: { file: SentFile }) {
  const t = useTexts('chat')
  const format = useFormat()
  const reason = useReason()
  const [kept, setKept] = useState(false)
  const keep = () =>
    void data(api.POST('/api/documents/from-file', { body: { fileId: file.id } })).then(
      () => {
        setKept(true)
        notify(t('file.kept', { name: file.filename }), 'done')
      },
      (error: unknown) => notify(reason(error), 'failed'),
    )
  return (
    <span className="flex items-center rounded-md border bg-surface pr-1">
      <a
        href={contentOf(file)}
        download={file.filename}
        title={t('file.download', { name: file.filename })}
        className="flex min-w-0 items-center gap-2 rounded-md px-2.5 py-1.5 text-sm hover:bg-hover"
      >
        <Icon name="file-text" size={16} className="shrink-0 text-muted" />
        <span className="min-w-0 truncate">{file.filename}</span>
        <span className="numbers shrink-0 text-muted">{format.bytes(file.bytes)}</span>
      </a>
      <IconButton
        icon="brain"
        size="small"
        label={t('file.keep', { name: file.filename })}
        disabled={kept}
        onClick={keep}
      />
    </span>
  )
}

interface FileNotesProps {
  files: readonly Schemas['SentFile'][]
  made: readonly Schemas['MadeFile'][]
}

/** What of a message's files, and of those that tools returned, a model was not given, and why. */
export function FileNotes({ files, made }: FileNotesProps) {
  const t = useTexts('chat')
  const why = useWhy()
  const format = useFormat()
  const unseen = [
    ...files.filter((file) => file.unseen && !file.why).map((file) => file.filename),
    ...made.filter((file) => file.unseen).map((file) => file.name),
  ]
  const notes = [
    ...(unseen.length ? [t('file.unseen', { names: format.list(unseen) })] : []),
    ...files
      .filter((file) => file.why)
      .map((file) => t('file.unread', { name: file.filename, reason: why(file.why, '') })),
    ...files
      .filter((file) => file.leftOut > 0)
      .map((file) => t('file.cut', { name: file.filename, characters: format.number(file.leftOut) })),
  ]
  return notes.map((note) => (
    <p key={note} className="flex gap-2 text-sm text-muted">
      <Icon name="warning" size={15} className="mt-0.5 shrink-0 text-warning" />
      <span className="min-w-0 break-words">{note}</span>
    </p>
  ))
}
