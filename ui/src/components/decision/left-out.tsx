import type { Decision } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

const CAUSES = ['paused', 'shadow', 'archived', 'unhealthy', 'not permitted', 'over budget', 'loop'] as const

/** The agents that were not considered, each with its cause. */
export function LeftOut({ excluded, compact }: { excluded: Decision['excluded']; compact: boolean }) {
  const agents = useAgentsById()
  return (
    <ul className={cn('grid gap-2', !compact && 'sm:grid-cols-2')}>
      {excluded.map((one) => (
        <li key={one.agent} className="flex min-w-0 items-center gap-2">
          <Avatar agent={agents.get(one.agent)} size={24} state="off" />
          <span className="min-w-0 truncate">{agents.get(one.agent)?.name ?? one.agent}</span>
          <span className="min-w-0 flex-1 truncate text-muted">
            <Cause cause={one.cause} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Cause({ cause }: { cause: string }) {
  const t = useTexts('decision')
  const known = CAUSES.find((one) => one === cause)
  return known ? t(`cause.${known}`) : cause
}
