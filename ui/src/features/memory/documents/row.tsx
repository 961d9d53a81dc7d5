import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { Icon } from '@/components/icon'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { KindDisc, kindOf } from './kind'
import { writeBytes } from '@/lib/size'
import { DocumentStatus } from './status'
import type { Document } from './types'

/** A document in the list. */
export const DocumentRow = memo(function DocumentRow({
  document,
  onTag,
}: {
  document: Document
  onTag: (tag: string) => void
}) {
  const t = useTexts('memory-documents')
  const format = useFormat()
  const why = useWhy()
  const language = usePreferences((state) => state.language)
  const about = [
    t(`kinds.${kindOf(document.mediaType)}`),
    writeBytes(document.bytes, language),
    document.status === 'ready' ? t('pages', { count: document.passages, n: format.number(document.passages) }) : '',
  ].filter(Boolean)
  return (
    <li
      className={cn(
        'relative flex min-w-0 items-start gap-3 px-3 py-3 transition-colors duration-120',
        'hover:bg-hover sm:items-center',
      )}
    >
      <KindDisc mediaType={document.mediaType} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/memory/documents/$documentId"
            params={{ documentId: document.id }}
            title={document.title}
            className={cn(
              'min-w-0 truncate font-medium after:absolute after:inset-0',
              'focus-visible:outline-none focus-visible:after:outline-2',
              'focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
            )}
          >
            {document.title}
          </Link>
          <DocumentStatus status={document.status} />
        </span>
        <span className="numbers flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-muted">
          {document.source === 'agent' && <Icon name="robot" size={14} label={t('sources.agent')} />}
          <span>{about.join(' · ')}</span>
        </span>
        {document.status === 'failed' && document.error && (
          <span className="text-sm break-words text-danger">{why(document.why, document.error)}</span>
        )}
        {document.tags.length > 0 && (
          <span className="relative flex flex-wrap gap-1 pt-0.5">
            {document.tags.map((tag) => (
              <button
                key={tag}
                type="button"
                title={t('tag', { tag })}
                onClick={() => onTag(tag)}
                className={cn(
                  'h-6 max-w-full truncate rounded-full bg-sunken px-2 text-xs font-medium',
                  'text-muted hover:bg-pressed hover:text-ink',
                )}
              >
                {tag}
              </button>
            ))}
          </span>
        )}
      </div>
      <Ago at={document.updatedAt} className="shrink-0 text-sm text-muted max-sm:hidden" />
    </li>
  )
})
