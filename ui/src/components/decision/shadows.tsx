import type { Decision } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

/** How agents that get no traffic yet would have done. */
export function Shadows({ shadows }: { shadows: NonNullable<Decision['shadows']> }) {
  const t = useTexts('decision')
  const shared = useTexts('shared')
  const agents = useAgentsById()
  const why = useWhy()
  return (
    <ul className="flex flex-col gap-2">
      {shadows.map((one) => {
        const agent = agents.get(one.agent)
        const name = agent?.name ?? one.agent
        return (
          <li key={one.agent} className="flex min-w-0 items-center gap-2.5">
            <Avatar agent={agent} size={24} />
            <span className="min-w-0 flex-1 break-words" title={why(one.why, one.reason)}>
              {one.wouldWin
                ? t('shadows.would', { agent: name, stage: shared(`stage.${one.stage}`) })
                : t('shadows.wouldNot', { agent: name })}
            </span>
            <Icon
              name={one.wouldWin ? 'check-circle' : 'minus'}
              size={16}
              className={one.wouldWin ? 'text-success' : 'text-faint'}
            />
          </li>
        )
      })}
    </ul>
  )
}
