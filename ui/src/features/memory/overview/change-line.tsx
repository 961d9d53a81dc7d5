import type { ReactNode } from 'react'

import { Ago } from '@/components/time'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { Outside } from '../badges'
import { AuthorMark, RunLink, useAuthor } from '../said'
import type { Change } from '../types'

const NAMES = 3

/** What a change did, in one sentence. */
export function useChangeSentence(): (change: Change) => string {
  const t = useTexts('memory')
  const format = useFormat()
  const author = useAuthor()
  return (change) => {
    const shown = change.entities.slice(0, NAMES).map(shortened)
    const names = !shown.length
      ? t('history.something')
      : change.entities.length > NAMES
        ? t('history.andMore', { names: shown.join(', ') })
        : format.list(shown)
    return t(`history.kinds.${change.kind}`, {
      count: change.count,
      n: format.number(change.count),
      who: author(change.provenance),
      names,
    })
  }
}

const shortened = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name)

/** A change as a line. */
export function ChangeLine({
  change,
  actions,
  children,
}: {
  change: Change
  actions?: ReactNode
  children?: ReactNode
}) {
  const sentence = useChangeSentence()
  return (
    <li className="flex gap-3 border-t py-2.5 first:border-t-0">
      <AuthorMark said={change.provenance} size={26} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <span className="min-w-0 flex-[1_1_14rem] break-words">{sentence(change)}</span>
          {actions}
        </div>
        <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <Ago at={change.at} />
          {change.provenance.executionId && <RunLink executionId={change.provenance.executionId} />}
          {change.provenance.tainted && <Outside />}
        </span>
        {children}
      </div>
    </li>
  )
}
