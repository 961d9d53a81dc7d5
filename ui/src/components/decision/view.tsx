import { useState } from 'react'

import type { Decision } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { Candidates } from './candidates'
import { Facts } from './facts'
import { LearnedView } from './learned'
import { LeftOut } from './left-out'
import { MarkedDecision } from './marked-decision'
import { Part } from './part'
import { PointingContext, useNewPointing } from './pointing'
import { RequestParts } from './request-parts'
import { decidingMeasure, type Measure } from './scores'
import { DecisionSentence } from './sentence'
import { Shadows } from './shadows'
import { StagePath } from './stage-path'

/**
 * Everything about a decision: who got the message, and every reason why.
 *
 * `compact` stacks everything for a narrow place such as a drawer, whatever the width of the window.
 */
export function DecisionView({ decision, compact = false }: { decision: Decision; compact?: boolean }) {
  const t = useTexts('decision')
  const agents = useAgentsById()
  const [wanted, setWanted] = useState<Measure | null>(null)
  const measure = wanted ?? decidingMeasure(decision)
  const pointing = useNewPointing()
  return (
    <PointingContext value={pointing}>
      <div className="flex min-w-0 flex-col gap-6">
        <div className="flex items-start gap-3">
          <Avatar agent={agents.get(decision.parts?.length ? SUPERVISOR : (decision.agent ?? SUPERVISOR))} size={36} />
          <DecisionSentence decision={decision} className="min-w-0 flex-1 pt-1 text-md leading-6 break-words" />
        </div>
        {decision.parts?.length ? (
          <RequestParts decision={decision} compact={compact} />
        ) : (
          <MarkedDecision decision={decision} measure={measure} />
        )}
        <Candidates decision={decision} measure={measure} onMeasure={setWanted} compact={compact} />
        <Part title={t('path')}>
          <StagePath decision={decision} key={decision.id ?? decision.messageHash} />
        </Part>
        {decision.learned && (
          <Part title={t('learned.title')}>
            <LearnedView learned={decision.learned} />
          </Part>
        )}
        {decision.shadows?.length ? (
          <Part title={t('shadows.title')}>
            <Shadows shadows={decision.shadows} />
          </Part>
        ) : null}
        {decision.excluded.length > 0 && (
          <Part title={t('excluded')}>
            <LeftOut excluded={decision.excluded} compact={compact} />
          </Part>
        )}
        <Part title={t('facts')}>
          <Facts decision={decision} compact={compact} />
        </Part>
      </div>
    </PointingContext>
  )
}
