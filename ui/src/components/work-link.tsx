import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import type { OfTurn } from '@/lib/residents'

interface WorkLinkProps extends OfTurn {
  conversationId: string
  executionId: string
  className?: string
  children: ReactNode
}

/** Leads to where work is to be seen: its thread in the chat, or the mind of the resident that did it. */
export function WorkLink({ swarmId, residentId, conversationId, executionId, className, children }: WorkLinkProps) {
  return swarmId && residentId ? (
    <Link
      to="/swarm/$swarmId"
      params={{ swarmId }}
      search={{ resident: residentId, turn: executionId }}
      className={className}
    >
      {children}
    </Link>
  ) : (
    <Link to="/chat/$conversationId" params={{ conversationId }} search={{ turn: executionId }} className={className}>
      {children}
    </Link>
  )
}
