import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { SUPERVISOR } from '@/lib/agents'
import { mainThread } from '@/live/delivery'

import type { Mode } from './send'

/** Returns what goes to the main thread with an agent in a mode, or to the page where it begins. */
export function useGoTo(): (agentId: string, mode: Mode) => Promise<void> {
  const navigate = useNavigate()
  const reason = useReason()
  const asked = useRef(0)
  useEffect(
    () => () => {
      asked.current += 1
    },
    [],
  )
  return useCallback(
    async (agentId, wanted) => {
      const mode = agentId === SUPERVISOR ? 'supervised' : wanted
      asked.current += 1
      const mine = asked.current
      try {
        const conversationId = await mainThread(agentId, mode)
        // Somebody else was chosen since, or the page was left.
        if (mine !== asked.current) return
        if (conversationId) await navigate({ to: '/chat/$conversationId', params: { conversationId } })
        else await navigate({ to: '/chat', search: { agent: agentId, mode } })
      } catch (error) {
        notify(reason(error), 'failed')
      }
    },
    [navigate, reason],
  )
}
