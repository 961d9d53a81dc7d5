import { root, type Schemas } from '@/client/api'
import { Icon } from '@/components/icon'
import { InsideLink } from '@/components/inside-link'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { isPicture } from './files'
import { PictureLink } from './picture-link'

type Made = Schemas['MadeFile']

/** The files that were made for an answer: pictures are shown, everything can be downloaded. */
export function MadeFiles({ files }: { files: readonly Made[] }) {
  const t = useTexts('chat')
  if (!files.length) return null
  const shown = files.filter((file) => file.kept && isPicture({ mediaType: file.mediaType ?? '' }))
  return (
    <section aria-label={t('made.list')} className="flex min-w-0 flex-col gap-2 pt-1">
      {shown.length > 0 && (
        <ul aria-label={t('made.pictures')} className="flex flex-wrap gap-2">
          {shown.map((file) => (
            <li key={file.kept} className="max-w-full min-w-0">
              <PictureLink id={file.kept!} name={nameOf(file)} width={file.width} height={file.height} />
            </li>
          ))}
        </ul>
      )}
      <ul aria-label={t('made.list')} className="flex flex-wrap gap-2">
        {files.map((file) => (
          <li key={file.download ?? `${file.call}/${file.name}`} className="max-w-full min-w-0">
            <MadeFile file={file} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const nameOf = (file: Made): string => file.name.split('/').at(-1) ?? file.name

function MadeFile({ file }: { file: Made }) {
  const t = useTexts('chat')
  const why = useWhy()
  const format = useFormat()
  const content = (
    <>
      <Icon name={file.download ? 'download-simple' : 'warning'} size={16} className="shrink-0 text-muted" />
      <span className="min-w-0 truncate">
        <bdi>{file.name}</bdi>
      </span>
      <span className="numbers shrink-0 text-muted">{format.bytes(file.bytes)}</span>
    </>
  )
  const look = 'flex min-w-0 items-center gap-2 rounded-md px-2.5 py-1.5 text-sm'
  return (
    <span className="flex items-center rounded-md border bg-surface">
      {file.download ? (
        <a
          href={`${root}${file.download}`}
          download={nameOf(file)}
          title={t('file.download', { name: file.name })}
          className={`${look} hover:bg-hover`}
        >
          {content}
        </a>
      ) : (
        <span className={look} title={why(file.why, '')}>
          {content}
          <span className="sr-only">{why(file.why, '')}</span>
        </span>
      )}
      {file.page && (
        <InsideLink
          href={file.page}
          title={t('file.open', { name: file.name })}
          className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <Icon name="eye" size={16} />
          <span className="sr-only">{t('file.open', { name: file.name })}</span>
        </InsideLink>
      )}
    </span>
  )
}
