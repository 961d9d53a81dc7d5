import '../memory.css'

import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'

import { ApiError } from '@/client/api'
import { buttonLook } from '@/components/button'
import { Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { DocumentActs } from './acts'
import { useDocument, usePassage } from './data'
import { Facts } from './facts'
import { Outline } from './outline'
import { DocumentTextView, type TextHandle } from './text'
import { placesIn, sectionAt, sectionsOf } from './sections'
import { MemoryTabs } from './tabs'
import { Condition } from './condition'
import type { DocumentText, Passage } from './types'

/** One document: its text with its contents beside, the cited passage marked. */
export default function DocumentPage() {
  const t = useTexts('memory-documents')
  const { documentId } = useParams({ from: '/memory/documents/$documentId' })
  const { passage } = useSearch({ from: '/memory/documents/$documentId' })
  const scroller = useRef<HTMLDivElement>(null)
  const found = useDocument(documentId)
  const cited = usePassage(documentId, passage)
  const gone = found.error instanceof ApiError && found.error.status === 404
  return (
    <Page
      module="memory"
      title={found.data?.title ?? t('title')}
      actions={found.data && <DocumentActs document={found.data} />}
      scroller={scroller}
    >
      <MemoryTabs />
      {gone ? (
        <Empty
          icon="files"
          title={t('document.gone')}
          action={
            <Link to="/memory/documents" className={buttonLook()}>
              {t('document.seeAll')}
            </Link>
          }
        >
          {t('document.goneBody')}
        </Empty>
      ) : !found.data ? (
        found.error ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <div className="flex flex-col gap-3">
            <Skeleton className="h-6 w-80" />
            <Skeleton className="h-120" />
          </div>
        )
      ) : passage && cited.isPending ? (
        <Skeleton className="h-120" />
      ) : (
        <Reading
          key={`${documentId} ${passage ?? ''}`}
          document={found.data}
          cited={passage ? (cited.data ?? null) : undefined}
          scroller={scroller}
        />
      )}
    </Page>
  )
}

interface ReadingProps {
  document: DocumentText
  /** The passage to show; nothing where it is not there any more. */
  cited: Passage | null | undefined
  scroller: React.RefObject<HTMLDivElement | null>
}

function Reading({ document, cited, scroller }: ReadingProps) {
  const t = useTexts('memory-documents')
  const text = useRef<TextHandle>(null)
  const { content, outline } = document
  const starts = useMemo(
    () =>
      placesIn(
        content,
        outline.map(({ start }) => start),
      ),
    [content, outline],
  )
  const sections = useMemo(() => {
    const [start, end] = cited ? placesIn(content, [cited.start, cited.end]) : []
    return sectionsOf(content, starts, start === undefined || end === undefined ? undefined : { start, end })
  }, [content, starts, cited])
  const marked = sections.findIndex((section) => section.marked)
  useEffect(() => {
    if (marked >= 0) text.current?.show(marked)
  }, [marked])
  return (
    <div className="grid items-start gap-x-10 gap-y-4 lg:grid-cols-[220px_minmax(0,1fr)]">
      <aside className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-4 lg:max-h-[calc(100vh-180px)] lg:overflow-y-auto">
        <Facts document={document} />
        <Outline outline={outline} onOpen={(index) => text.current?.show(sectionAt(sections, starts[index]!))} />
      </aside>
      <div className="flex max-w-190 min-w-0 flex-col gap-4">
        <Condition
          document={document}
          cited={cited}
          onShow={marked >= 0 ? () => text.current?.show(marked) : undefined}
        />
        {sections.length > 0 ? (
          <DocumentTextView
            sections={sections}
            label={t('document.text')}
            page={cited?.page ?? null}
            scroller={scroller}
            handle={text}
          />
        ) : (
          document.status === 'ready' && <p className="py-8 text-center text-muted">{t('document.empty')}</p>
        )}
      </div>
    </div>
  )
}
