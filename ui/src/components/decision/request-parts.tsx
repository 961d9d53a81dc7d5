import { useMemo, useState } from 'react'

import type { Decision, Schemas } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { MarkedDecision } from './marked-decision'
import { ScoreBars } from './score-bars'
import { PointingContext, useNewPointing } from './pointing'
import { decidingMeasure, type Measure } from './scores'
import { DecisionSentence } from './sentence'

interface RequestPartsProps {
  decision: Decision
  compact: boolean
}

/** The requests of a message that was split: who does each, and why. */
export function RequestParts({ decision, compact }: RequestPartsProps) {
  const t = useTexts('decision')
  return (
    <ol aria-label={t('parts')} className="flex min-w-0 flex-col gap-3">
      {(decision.parts ?? []).map((part) => (
        <RequestPart key={part.start} decision={decision} part={part} compact={compact} />
      ))}
    </ol>
  )
}

function RequestPart({ decision, part, compact }: RequestPartsProps & { part: Schemas['RequestPart'] }) {
  const t = useTexts('decision')
  const agent = useAgentsById().get(part.agent)
  const own: Decision = useMemo(
    () => ({
      ...decision,
      ...part,
      message: part.text,
      parts: [],
      shortlist: [],
      excluded: [],
      learned: null,
      shadows: [],
    }),
    [decision, part],
  )
  const [wanted, setWanted] = useState<Measure | null>(null)
  const measure = wanted ?? decidingMeasure(own)
  const pointing = useNewPointing()
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-3">
      <div className="flex items-start gap-2.5">
        <Avatar agent={agent} size={28} />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 pt-0.5">
          <DecisionSentence decision={own} className="text-base break-words" />
          {part.leans && <span className="text-sm text-muted">{t('leans')}</span>}
        </div>
      </div>
      <PointingContext value={pointing}>
        <MarkedDecision decision={own} measure={measure} />
        <ScoreBars decision={own} measure={measure} onMeasure={setWanted} compact={compact} />
      </PointingContext>
    </li>
  )
}
