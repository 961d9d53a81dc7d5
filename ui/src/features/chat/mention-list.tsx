import { useEffect } from 'react'

import type { Agent } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { useAgentWords } from '@/lib/agent-words'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

interface MentionListProps {
  id: string
  agents: readonly Agent[]
  active: number
  onChoose: (agent: Agent) => void
}

/** The agents that fit what is written after an `@`; the field keeps the focus. */
export function MentionList({ id, agents, active, onChoose }: MentionListProps) {
  const about = useAgentWords()
  const t = useTexts('chat')
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div id={id} role="listbox" aria-label={t('composer.mentions')} className="absolute bottom-full left-2 z-30 mb-2 max-h-72 w-[min(340px,calc(100%-16px))] animate-fade overflow-y-auto rounded-lg border floating p-1.5 shadow-float">
      {agents.map((agent, index) => (
        // The field that has the focus is what keys act on.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={agent.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(agent)}
          className={cn('flex items-center gap-2.5 rounded-md px-2 py-1.5', index === active ? 'bg-hover' : 'hover:bg-hover')}
        >
          <Avatar agent={agent} size={26} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{agent.name}</span>
            <span className="block truncate text-sm text-muted">{about(agent)}</span>
          </span>
        </div>
      ))}
      {!agents.length && <p className="px-2 py-1.5 text-muted">{t('composer.noAgent')}</p>}
    </div>
  )
}

export const optionId = (list: string, index: number): string => `${list}-${index}`
