import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { isResident, swarmOfResident } from '@/lib/residents'

interface WorkLinkProps {
  /** Who did it. */
  agentId: string | null | undefined
  conversationId: string
  executionId: string
  className?: string
  children: ReactNode
}

/** Leads to where work is to be seen: its thread in the chat, or the mind of the resident that did it. */
export function WorkLink({ agentId, conversationId, executionId, className, children }: WorkLinkProps) {
  return agentId && isResident(agentId) ? (
    <Link to="/swarm/$swarmId" params={{ swarmId: swarmOfResident(agentId) }} search={{ resident: agentId, turn: executionId }} className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/chat/$conversationId" params={{ conversationId }} search={{ turn: executionId }} className={className}>
      {children}
    </Link>
  )
}
