import { memo } from 'react'

import type { Decision } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Ago } from '@/components/time'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

interface DecisionRowProps {
  decision: Decision
  /** Whether it is the one that is open. */
  current?: boolean
  onOpen: (id: string) => void
}

/** A past decision in a list: what was said, who got it, by what. */
export const DecisionRow = memo(function DecisionRow({ decision, current, onOpen }: DecisionRowProps) {
  const shared = useTexts('shared')
  const format = useFormat()
  const agents = useAgentsById()
  const name = (id: string) => agents.get(id)?.name ?? id
  const parts = [...new Set((decision.parts ?? []).map((part) => part.agent))]
  const who = parts.length
    ? format.list(parts.map(name))
    : decision.agent
      ? name(decision.agent)
      : decision.stage === 'small_talk' || decision.stage === 'finalize'
        ? name(SUPERVISOR)
        : null
  return (
    <li
      className={cn(
        'relative flex items-center gap-2.5 rounded-md px-2 py-1.5',
        current ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Avatar agent={agents.get(parts.length ? SUPERVISOR : (decision.agent ?? SUPERVISOR))} size={26} />
      <span className="min-w-0 flex-1">
        <button
          type="button"
          aria-current={current ? 'true' : undefined}
          onClick={() => decision.id && onOpen(decision.id)}
          className="block max-w-full truncate text-left text-base after:absolute after:inset-0 after:rounded-md"
        >
          {decision.message}
        </button>
        <span className="flex min-w-0 items-baseline gap-2 text-sm text-muted">
          <span className="min-w-0 flex-1 truncate">
            {[who, shared(`stage.${decision.stage}`)].filter((one) => one !== null).join(' · ')}
          </span>
          <Ago at={decision.createdAt} className="shrink-0 text-xs" />
        </span>
      </span>
    </li>
  )
})
