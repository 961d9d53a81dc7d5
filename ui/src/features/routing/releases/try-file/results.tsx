import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useRef, useState } from 'react'

import { Button } from '@/components/button'
import { useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'

import { Who } from '../report/who'
import type { FileResult } from '../types'

const SHOWN = 50
const ROW = 68

/** Messages of a file with where each went, and where it should have gone. */
export function Results({ title, results }: { title: string; results: readonly FileResult[] }) {
  const t = useTexts('routing-releases')
  const [all, setAll] = useState(false)
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <h3 className="text-base font-semibold">{title}</h3>
      {all ? (
        <LongList label={title} results={results} />
      ) : (
        <ul aria-label={title} className="min-w-0 divide-y">
          {results.slice(0, SHOWN).map((result, index) => (
            <li key={index} className="min-w-0 py-2">
              <Result result={result} />
            </li>
          ))}
        </ul>
      )}
      {!all && results.length > SHOWN && (
        <div className="border-t pt-2 text-center">
          <Button size="small" look="quiet" onClick={() => setAll(true)}>
            {t('report.allGroups', { count: results.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

/** A list that draws only what is in sight. */
function LongList({ label, results }: { label: string; results: readonly FileResult[] }) {
  const list = useRef<HTMLDivElement>(null)
  // What it returns is used in this component alone, which is not memoised.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: results.length,
    getScrollElement: useCallback(() => list.current, []),
    estimateSize: () => ROW,
    overscan: 8,
  })
  return (
    <div
      ref={list}
      role="region"
      aria-label={label}
      tabIndex={0}
      className="max-h-100 min-w-0 overflow-y-auto rounded-md border px-3"
    >
      <ul aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            aria-setsize={results.length}
            aria-posinset={row.index + 1}
            className="absolute inset-x-0 top-0 border-b py-2"
            style={{ transform: `translateY(${row.start}px)` }}
          >
            <Result result={results[row.index]!} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Result = memo(function Result({ result }: { result: FileResult }) {
  const t = useTexts('routing-releases')
  const stage = useStageName()
  return (
    <>
      <p className="break-words">{result.text}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 pt-1 text-sm">
        {result.correct === false && (
          <span className="flex min-w-0 items-center gap-2">
            <span className="text-muted">{t('trying.expected')}</span>
            <Who agent={result.expected} />
          </span>
        )}
        <span className="flex min-w-0 items-center gap-2">
          <span className="text-muted">{t('trying.got')}</span>
          <Who agent={result.agent} strong />
        </span>
        <span className="text-muted">{stage(result.stage)}</span>
      </div>
    </>
  )
})
