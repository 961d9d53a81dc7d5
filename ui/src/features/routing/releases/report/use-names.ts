import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

/** What people call who gets a message: an agent, or nobody. */
export function useNames(): (agent: string | null | undefined) => string {
  const t = useTexts('routing-releases')
  const agents = useAgentsById()
  return (agent) => (agent ? (agents.get(agent)?.name ?? agent) : t('nobody'))
}
