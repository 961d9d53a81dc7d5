import { useMemo } from 'react'

import { useApprovalsOf } from '@/components/approval'
import { useTexts } from '@/lib/text'
import { useLiveTurn } from '@/live/store'

import { Parts } from './part'
import { partsOf } from './parts'

const NONE: never[] = []

/** A turn that has begun a moment ago, as events tell it. */
export function OpenTurn({ swarmId, executionId }: { swarmId: string; executionId: string }) {
  const t = useTexts('swarm')
  const live = useLiveTurn(executionId)
  const approvals = useApprovalsOf(executionId, Boolean(live?.approvals.length)).data?.approvals ?? NONE
  const parts = useMemo(() => partsOf({ entries: NONE, live, approvals, over: false }), [live, approvals])
  return (
    <article aria-label={t('mind.now')} className="flex flex-col gap-2 px-4 py-3">
      <header className="flex min-h-5.5 items-center text-xs text-muted">{t('mind.now')}</header>
      {parts.length ? (
        <Parts parts={parts} swarmId={swarmId} roomId={null} />
      ) : (
        <p className="animate-pulse-soft text-sm text-muted">{t('mind.thinkingOnly')}</p>
      )}
    </article>
  )
}
