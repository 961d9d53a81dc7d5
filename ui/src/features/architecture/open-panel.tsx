import { AgentPanel } from './agent-panel'
import { DecisionPanel } from './decision-panel'
import type { Shown } from './open'
import { RouterPanel } from './router-panel'
import { RunPanel } from './run-panel'
import { StationPanel } from './station-panel'

/** The panel of what the address names, if it names something. */
export function OpenPanel({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  if (shown.execution) return <RunPanel key={shown.execution} id={shown.execution} onClose={onClose} />
  if (shown.decision) return <DecisionPanel key={shown.decision} id={shown.decision} onClose={onClose} />
  if (!shown.agent) return null
  if (shown.agent === 'router') return <RouterPanel onClose={onClose} />
  if (shown.agent === 'review' || shown.agent === 'finalize')
    return <StationPanel station={shown.agent} onClose={onClose} />
  return <AgentPanel key={shown.agent} id={shown.agent} onClose={onClose} />
}
