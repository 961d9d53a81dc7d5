import { useState } from 'react'

import type { Decision } from '@/client/api'
import { Button } from '@/components/button'
import { useTexts } from '@/lib/text'

import { EvidenceTable } from './evidence-table'
import { Part } from './part'
import { ScoreBars } from './score-bars'
import type { Measure } from './scores'

interface CandidatesProps {
  decision: Decision
  measure: Measure
  onMeasure: (measure: Measure) => void
  compact: boolean
  /** Offers to ask why another agent did not get it. */
  onWhyNot?: (agent: string) => void
  /** Begins with the evidence of the chosen one in sight, where there are few. */
  opened?: boolean
}

/** Who came into question, as bars or as the table behind them. */
export function Candidates({ decision, measure, onMeasure, compact, onWhyNot, opened }: CandidatesProps) {
  const t = useTexts('decision')
  const shared = useTexts('shared')
  const [asTable, setAsTable] = useState(false)
  const bars = decision.candidates.length > 0 && !decision.parts?.length
  return (
    <Part
      title={t('candidates')}
      actions={
        bars && (
          <Button size="small" look="quiet" icon={asTable ? 'chart-bar' : 'table'} onClick={() => setAsTable(!asTable)}>
            {shared(asTable ? 'chart' : 'table')}
          </Button>
        )
      }
    >
      {!decision.candidates.length ? (
        <p className="text-base text-muted">{t(decision.stage === 'finalize' ? 'noCandidates' : 'notNeeded')}</p>
      ) : !bars ? (
        <p className="text-base text-muted">{t('partsApart')}</p>
      ) : asTable ? (
        <EvidenceTable decision={decision} />
      ) : (
        <ScoreBars
          decision={decision}
          measure={measure}
          onMeasure={onMeasure}
          compact={compact}
          onWhyNot={onWhyNot}
          opened={opened}
        />
      )}
    </Part>
  )
}
