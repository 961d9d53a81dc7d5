import { useMemo } from 'react'

import type { Decision } from '@/client/api'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { MarkedMessage } from './marked-message'
import { usePointing } from './pointing'
import { COUNTED, type Measure } from './scores'

/** The message with what speaks for the agent underlined that got it, or for the one that is pointed at. */
export function MarkedDecision({ decision, measure }: { decision: Decision; measure: Measure }) {
  const t = useTexts('decision')
  const agents = useAgentsById()
  const { pointed } = usePointing()
  const shown =
    decision.candidates.find((one) => one.agent === (pointed.agent ?? decision.agent)) ?? decision.candidates[0]
  const evidence = useMemo(() => {
    if (!shown || shown.agent === decision.agent) {
      const learned =
        decision.stage === 'examples' ? (decision.learned?.features ?? []).filter((one) => one.weight > 0) : []
      if (learned.length) return learned.map((one) => ({ kind: 'example', matched: one.text }))
    }
    return shown?.evidence.filter((piece) => COUNTED[measure].includes(piece.kind)) ?? []
  }, [decision, shown, measure])
  const whose = shown?.agent ?? decision.agent
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <MarkedMessage message={decision.message} evidence={evidence} />
      {evidence.length > 0 && whose && (
        <p className="text-sm text-muted">{t('marked', { agent: agents.get(whose)?.name ?? whose })}</p>
      )}
    </div>
  )
}
