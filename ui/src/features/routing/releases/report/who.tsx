import { Avatar } from '@/components/avatar'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'

import { useNames } from './use-names'

/** Who gets a message: an agent, or nobody. */
export function Who({ agent, strong }: { agent: string | null | undefined; strong?: boolean }) {
  const agents = useAgentsById()
  const name = useNames()
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar agent={agents.get(agent ?? '')} size={22} {...(agent ? {} : { state: 'off' as const })} />
      <span className={cn('min-w-0 truncate', strong && 'font-medium')}>{name(agent)}</span>
    </span>
  )
}
