import { useMemo, useState, type ReactNode } from 'react'

import type { Decision } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { useSharedTexts } from '@/components/texts'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'

import { EvidenceTable } from './evidence-table'
import { Facts } from './facts'
import { MarkedMessage } from './marked-message'
import { RequestParts } from './request-parts'
import { ScoreBars } from './score-bars'
import { COUNTED, decidingMeasure, type Measure } from './scores'
import { DecisionSentence } from './sentence'
import { StagePath } from './stage-path'
import { useDecisionTexts } from './texts'

const CAUSES = ['paused', 'archived', 'unhealthy', 'not permitted', 'over budget', 'loop'] as const

/**
 * Everything about a decision: who got the message, and every reason why.
 *
 * `compact` stacks everything for a narrow place such as a drawer, whatever the width of the window.
 */
export function DecisionView({ decision, compact = false }: { decision: Decision; compact?: boolean }) {
  const t = useDecisionTexts()
  const shared = useSharedTexts()
  const agents = useAgentsById()
  const [asTable, setAsTable] = useState(false)
  const [wanted, setWanted] = useState<Measure | null>(null)
  const measure = wanted ?? decidingMeasure(decision)
  const marked = useMemo(() => {
    const winner = decision.candidates.find((one) => one.agent === decision.agent) ?? decision.candidates[0]
    return winner?.evidence.filter((piece) => COUNTED[measure].includes(piece.kind)) ?? []
  }, [decision, measure])
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="flex items-start gap-3">
        <Avatar agent={agents.get(decision.parts?.length ? SUPERVISOR : (decision.agent ?? SUPERVISOR))} size={36} />
        <DecisionSentence decision={decision} className="min-w-0 flex-1 pt-1 text-md leading-6 break-words" />
      </div>
      {decision.parts?.length ? <RequestParts decision={decision} compact={compact} /> : <MarkedMessage message={decision.message} evidence={marked} />}
      <Part
        title={t('candidates')}
        actions={
          decision.candidates.length > 0 && !decision.parts?.length && (
            <Button size="small" look="quiet" icon={asTable ? 'chart-bar' : 'table'} onClick={() => setAsTable(!asTable)}>
              {shared(asTable ? 'chart' : 'table')}
            </Button>
          )
        }
      >
        {!decision.candidates.length ? (
          <p className="text-base text-muted">{t(decision.stage === 'finalize' ? 'noCandidates' : 'notNeeded')}</p>
        ) : decision.parts?.length ? (
          <p className="text-base text-muted">{t('partsApart')}</p>
        ) : asTable ? (
          <EvidenceTable decision={decision} />
        ) : (
          <ScoreBars decision={decision} measure={measure} onMeasure={setWanted} compact={compact} />
        )}
      </Part>
      <Part title={t('path')}>
        <StagePath decision={decision} key={decision.id ?? decision.messageHash} />
      </Part>
      {decision.excluded.length > 0 && (
        <Part title={t('excluded')}>
          <ul className={cn('grid gap-2', !compact && 'sm:grid-cols-2')}>
            {decision.excluded.map((one) => (
              <li key={one.agent} className="flex min-w-0 items-center gap-2">
                <Avatar agent={agents.get(one.agent)} size={24} state="off" />
                <span className="min-w-0 truncate">{agents.get(one.agent)?.name ?? one.agent}</span>
                <span className="min-w-0 flex-1 truncate text-muted"><Cause cause={one.cause} /></span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('facts')}>
        <Facts decision={decision} compact={compact} />
      </Part>
    </div>
  )
}

function Cause({ cause }: { cause: string }) {
  const t = useDecisionTexts()
  const known = CAUSES.find((one) => one === cause)
  return known ? t(`cause.${known}`) : cause
}

function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2.5">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-base font-semibold">{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  )
}
