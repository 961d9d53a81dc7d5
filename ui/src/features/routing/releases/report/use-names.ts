import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { STAGES } from '../traffic'

/** What people call who gets a message: an agent, or nobody. */
export function useNames(): (agent: string | null | undefined) => string {
  const t = useTexts('routing-releases')
  const agents = useAgentsById()
  return (agent) => (agent ? (agents.get(agent)?.name ?? agent) : t('nobody'))
}

/** What people call a step of routing. */
export function useStageNames(): (stage: string) => string {
  const shared = useTexts('shared')
  return (stage) => {
    const known = STAGES.find((one) => one === stage)
    return known ? shared(`stage.${known}`) : stage
  }
}
