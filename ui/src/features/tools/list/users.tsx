import type { Agent } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

const SHOWN = 5

/** The agents that may use a tool, as a row of their avatars. */
export function Users({ ids, agents }: { ids: readonly string[]; agents: ReadonlyMap<string, Agent> }) {
  const t = useTexts('tools')
  const format = useFormat()
  if (!ids.length)
    return (
      <span title={t('noAgentsAbout')} className="text-sm text-faint">
        {t('noAgents')}
      </span>
    )
  const names = ids.map((id) => agents.get(id)?.name ?? id)
  const more = ids.length - SHOWN
  return (
    <span
      role="img"
      aria-label={t('agents', { names: format.list(names) })}
      title={format.list(names)}
      className="flex items-center"
    >
      {ids.slice(0, SHOWN).map((id, index) => (
        <Avatar key={id} agent={agents.get(id)} size={24} className={`ring-2 ring-surface ${index ? '-ml-1.5' : ''}`} />
      ))}
      {more > 0 && <span className="numbers pl-1 text-xs text-muted">{`+${format.number(more)}`}</span>}
    </span>
  )
}
