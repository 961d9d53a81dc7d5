import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useEmbedder } from '@/lib/embedder'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { Marked } from '../badges'
import { cut } from '../marks'
import { useHits } from './data'
import { grouped } from './groups'
import { KindDisc } from './kind'
import { placesIn } from './sections'
import type { Hit } from './types'

interface HitsProps {
  q: string
  by: 'words' | 'meaning' | undefined
  tag: string | undefined
  onClear: () => void
}

/** The passages that a search found, those of a document together. */
export function Hits({ q, by, tag, onClear }: HitsProps) {
  const t = useTexts('memory-documents')
  const format = useFormat()
  const found = useHits(q, by, tag)
  const groups = useMemo(() => grouped(found.data?.hits ?? []), [found.data])
  if (!found.data) {
    if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />
    return (
      <div className="flex flex-col gap-3">
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} className="h-40" />
        ))}
      </div>
    )
  }
  const { hits, mode, pending, tookMs } = found.data
  const documents = t('hits.inDocuments', { count: groups.length, n: format.number(groups.length) })
  return (
    <section
      aria-label={t('hits.label')}
      className={cn('flex flex-col gap-3 transition-opacity duration-120', found.isPlaceholderData && 'opacity-60')}
    >
      <p aria-live="polite" className="numbers text-sm text-muted">
        {t('hits.found', { count: hits.length, n: format.number(hits.length), documents })} {t(`hits.used.${mode}`)},{' '}
        {t('hits.took', { time: format.duration(tookMs) })}
      </p>
      {mode === 'words' && by !== 'words' && <WordsOnly />}
      {pending > 0 && mode !== 'words' && (
        <p role="status" className="text-sm text-muted">
          {t('hits.pending', { count: pending, n: format.number(pending) })}
        </p>
      )}
      {!hits.length && (
        <Empty
          icon="magnifying-glass"
          title={t('hits.none')}
          action={<Button onClick={onClear}>{t('hits.clear')}</Button>}
        >
          {t(mode === 'words' ? 'hits.noneWords' : 'hits.noneBody')}
        </Empty>
      )}
      {groups.map(({ document, hits }) => (
        <Card key={document.id}>
          <h2 className="flex min-w-0 items-center gap-2.5 px-4 pt-3">
            <KindDisc mediaType={document.mediaType} size={28} />
            <Link
              to="/memory/documents/$documentId"
              params={{ documentId: document.id }}
              title={document.title}
              className="min-w-0 truncate rounded-sm font-semibold underline-offset-4 hover:underline"
            >
              {document.title}
            </Link>
          </h2>
          <ul className="px-2 pt-1.5 pb-2">
            {hits.map((hit) => (
              <HitLine key={hit.passage.id} hit={hit} />
            ))}
          </ul>
        </Card>
      ))}
    </section>
  )
}

function HitLine({ hit }: { hit: Hit }) {
  const t = useTexts('memory-documents')
  const { passage, snippet, marks, matches } = hit
  const pieces = useMemo(() => {
    const places = placesIn(snippet, marks.flat())
    return cut(
      snippet,
      marks.map((_, index): [number, number] => [places[2 * index]!, places[2 * index + 1]!]),
    )
  }, [snippet, marks])
  const where = [passage.heading, passage.page === null ? '' : t('hits.page', { page: passage.page })].filter(Boolean)
  const why = [
    matches.words.length > 0 && t('hits.byWords'),
    matches.vectorRank !== null && t('hits.byMeaning'),
  ].filter(Boolean)
  return (
    <li>
      <Link
        to="/memory/documents/$documentId"
        params={{ documentId: passage.documentId }}
        search={{ passage: passage.id }}
        className="flex flex-col gap-0.5 rounded-md px-2 py-2 transition-colors duration-120 hover:bg-hover"
      >
        <span className="flex min-w-0 flex-wrap gap-x-3 text-sm text-muted">
          <span className="min-w-0 truncate">{where.join(' · ') || '–'}</span>
          <span className="ml-auto shrink-0 text-faint max-sm:hidden">{why.join(' · ')}</span>
        </span>
        <span className="line-clamp-4 break-words">
          <Marked pieces={pieces} />
        </span>
      </Link>
    </li>
  )
}

/** Says that meaning was left out, and what to do about it. */
function WordsOnly() {
  const t = useTexts('memory-documents')
  const embedder = useEmbedder()
  if (!embedder.data || embedder.data.state === 'ready') return null
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Icon name="info" size={15} className="mt-0.5" />
      <span>
        {t(embedder.data.state === 'off' ? 'hits.wordsOnly' : 'hits.unreachable')}{' '}
        <Link to="/settings" hash="embedder" className="rounded-sm text-accent underline underline-offset-4">
          {t('hits.setUp')}
        </Link>
      </span>
    </p>
  )
}
