import { Avatar } from '@/components/avatar'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import type { Task } from '../types'
import { Work } from './work'

/** What the agent does at this moment, as it is said and done. */
export function Live({ task, executionId }: { task: Task; executionId: string }) {
  const t = useTexts('tasks-task')
  const agents = useAgentsById()
  return (
    <section
      aria-label={t('work')}
      className="flex flex-col gap-2 rounded-lg border border-info/40 bg-info-soft/30 p-4"
    >
      <Work executionId={executionId}>
        {(agentId) => {
          const agent = agents.get(agentId ?? task.agentId ?? '')
          return (
            <h2 className="flex min-h-8 items-center gap-2.5 font-semibold">
              <Avatar agent={agent} size={26} state="working" />
              <span className="min-w-0 truncate">{agent ? t('workOf', { agent: agent.name }) : t('routing')}</span>
            </h2>
          )
        }}
      </Work>
    </section>
  )
}
