import { createContext, useContext } from 'react'

import type { Schemas } from '@/client/api'
import type { Turn } from '@/components/work/turn-view'

/** What can be done to a turn of the thread that is open. */
export interface ThreadActions {
  stop: (executionId: string) => void
  resume: (executionId: string, retry: boolean) => Promise<void>
  retry: (executionId: string) => void
  retryWith: (executionId: string, agentId: string) => void
  /** Opens the editor of a question, or closes it. */
  edit: (executionId: string | null) => void
  sendEdited: (executionId: string, message: string) => Promise<void>
  rate: (turn: Turn, rating: Schemas['Rating'] | null) => void
  /** Says that the agent was wrong; `undefined` takes it back. */
  misroute: (turn: Turn, correctAgent: string | null | undefined) => Promise<void>
  /** Says whose the message was and has that one answer it now, in place of this answer. */
  reroute: (turn: Turn, agentId: string) => void
  /** Says that the agent was right, or takes it back. */
  pin: (turn: Turn, right: boolean) => void
  /** How many turns come after one. */
  laterThan: (executionId: string) => number
}

export const ThreadActionsContext = createContext<ThreadActions | null>(null)

export function useThreadActions(): ThreadActions {
  const actions = useContext(ThreadActionsContext)
  if (!actions) throw new Error('A turn is drawn outside of a thread.')
  return actions
}
