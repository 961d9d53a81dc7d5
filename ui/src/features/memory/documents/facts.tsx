import type { ReactNode } from 'react'

import { RunLink } from '@/components/run-link'
import { Ago } from '@/components/time'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { kindOf } from './kind'
import { writeBytes } from '@/lib/size'
import type { DocumentText } from './types'

/** A document is changed once its text has been read; that is no change worth telling. */
const READING_MS = 120_000

/** Where a document comes from, and how long it is. */
export function Facts({ document }: { document: DocumentText }) {
  const t = useTexts('memory-documents')
  const format = useFormat()
  const language = usePreferences((state) => state.language)
  return (
    <dl aria-label={t('document.facts')} className="flex flex-wrap gap-x-6 gap-y-2 px-2 text-sm lg:flex-col">
      <Fact name={t('document.kind')}>
        {t(`kinds.${kindOf(document.mediaType)}`)},{' '}
        <span className="numbers">{writeBytes(document.bytes, language)}</span>
      </Fact>
      <Fact name={t('document.length')}>
        <span className="numbers">
          {t('document.characters', { count: document.characters, n: format.number(document.characters) })},{' '}
          {t('pages', { count: document.passages, n: format.number(document.passages) })}
        </span>
      </Fact>
      <Fact name={t('document.added')}>
        <Ago at={document.createdAt} />
        {document.executionId && (
          <>
            ,{' '}
            <RunLink executionId={document.executionId} title={t('document.runAbout')}>
              {t('document.run')}
            </RunLink>
          </>
        )}
      </Fact>
      {Date.parse(document.updatedAt) - Date.parse(document.createdAt) > READING_MS && (
        <Fact name={t('document.changed')}>
          <Ago at={document.updatedAt} />
        </Fact>
      )}
      {document.tags.length > 0 && <Fact name={t('document.tags')}>{format.list(document.tags)}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
