import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { SUPERVISOR } from '@/lib/agents'

import { mainThread, type Mode } from './send'

/** Returns what goes to the main thread with an agent in a mode, or to the page where it begins. */
export function useGoTo(): (agentId: string, mode: Mode) => Promise<void> {
  const navigate = useNavigate()
  const reason = useReason()
  return useCallback(
    async (agentId, wanted) => {
      const mode = agentId === SUPERVISOR ? 'supervised' : wanted
      try {
        const conversationId = await mainThread(agentId, mode)
        if (conversationId) await navigate({ to: '/chat/$conversationId', params: { conversationId } })
        else await navigate({ to: '/chat', search: { agent: agentId, mode } })
      } catch (error) {
        notify(reason(error), 'failed')
      }
    },
    [navigate, reason],
  )
}
