import { useSharedTexts } from '@/components/texts'
import { useAgentsById } from '@/lib/agents'

import { useReleaseTexts } from '../texts'
import { STAGES } from '../traffic'

/** What people call who gets a message: an agent, or nobody. */
export function useNames(): (agent: string | null | undefined) => string {
  const t = useReleaseTexts()
  const agents = useAgentsById()
  return (agent) => (agent ? (agents.get(agent)?.name ?? agent) : t('nobody'))
}

/** What people call a step of routing. */
export function useStageNames(): (stage: string) => string {
  const shared = useSharedTexts()
  return (stage) => {
    const known = STAGES.find((one) => one === stage)
    return known ? shared(`stage.${known}`) : stage
  }
}
