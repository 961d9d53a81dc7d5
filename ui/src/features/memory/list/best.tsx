import { useRef, useState, type KeyboardEvent } from 'react'

import { Button } from '@/components/button'
import { Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { MOST_MATCHES, useBest } from '../data'
import { fromFirstMark, markWords } from '../marks'
import { useRemoving } from '../removing'
import { focusPlace } from './all'
import { EntityRow } from './row'

const FIRST = 20

interface BestMatchesProps {
  scope: string
  q: string
  current: string | undefined
  /** How many contain exactly what is sought, as it is written; nothing while that is not known, or for none. */
  exact: string | undefined
  onExact: () => void
}

/** The entities that fit a search best, with the observations that it found. */
export function BestMatches({ scope, q, current, exact, onExact }: BestMatchesProps) {
  const t = useTexts('memory')
  const format = useFormat()
  const list = useRef<HTMLUListElement>(null)
  const hidden = useRemoving((state) => state.ids)
  const [asked, setAsked] = useState({ q, limit: FIRST })
  const limit = asked.q === q ? asked.limit : FIRST
  const found = useBest(scope, q, limit, true)
  if (found.isPending) {
    return (
      <div className="flex flex-col gap-1.5 p-2">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-20" />
        ))}
      </div>
    )
  }
  if (!found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} className="my-auto" />
  const results = found.data.results.filter(({ entity }) => !hidden.has(entity.id))
  const go = (event: KeyboardEvent) => {
    const from = Number((event.target as HTMLElement).closest('[data-place]')?.getAttribute('data-place') ?? -1)
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: results.length - 1 }[event.key]
    if (to === undefined || from < 0 || to < 0 || to >= results.length) return
    event.preventDefault()
    focusPlace(list.current, to)
  }
  return (
    <>
      <p aria-live="polite" className="numbers px-3.5 pb-1.5 text-sm text-muted">
        {t('best', { count: results.length, n: format.number(results.length) })}
      </p>
      <div
        className={cn(
          'min-h-0 flex-1 overflow-y-auto pb-2 transition-opacity duration-120',
          found.isPlaceholderData && 'opacity-60',
        )}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go to links */}
        <ul ref={list} aria-label={t('list')} onKeyDown={go}>
          {results.map(({ entity, matches, words }, place) => (
            <EntityRow
              key={entity.id}
              entity={entity}
              place={place}
              count={results.length}
              current={entity.id === current}
              name={markWords(entity.name, words)}
              matches={matches.slice(0, 2).map(({ content }) => fromFirstMark(markWords(content, words)))}
            />
          ))}
        </ul>
        <div className="flex flex-wrap gap-2 px-3.5 pt-2">
          {results.length >= limit && limit < MOST_MATCHES && (
            <Button size="small" onClick={() => setAsked({ q, limit: MOST_MATCHES })}>
              {t('moreMatches')}
            </Button>
          )}
          {exact !== undefined && (
            <Button size="small" look="quiet" icon="magnifying-glass" className="max-w-full" onClick={onExact}>
              <span className="truncate">{t('showExact', { n: exact, text: q })}</span>
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
