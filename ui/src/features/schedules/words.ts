import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import type { Action } from './types'

/** Says what a schedule does each time. */
export function useDoes(): (action: Action) => string {
  const t = useTexts('schedules')
  const agents = useAgentsById()
  return (action) => {
    const agent = action.agentId ? (agents.get(action.agentId)?.name ?? action.agentId) : t('does.router')
    if (action.type === 'message') return t('does.message', { agent })
    return t(action.run ? 'does.taskRun' : 'does.task', { agent })
  }
}
