import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'

import { api, data, type Agent } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { Lacks } from '@/components/lacks'
import { Empty } from '@/components/states'
import { useAgentWords } from '@/lib/agent-words'
import { useAgents, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { AgentActivity } from './agent-figures'
import { Doing } from './doing'
import { helping } from './flow'
import { useFlow } from './flow-store'
import { useHealth } from './health'
import { useOpen } from './open'
import { LINK_BUTTON, Part, SidePanel } from './side-panel'

const TAGS_SHOWN = 12

/** An agent: what it is for, what it does now, how it has done. */
export function AgentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('architecture')
  const { isSuccess } = useAgents()
  const agent = useAgentsById().get(id)
  if (!agent) {
    return isSuccess ? (
      <SidePanel title={id} name={id} onClose={onClose}>
        <Empty icon="robot" title={t('panel.gone')} />
      </SidePanel>
    ) : null
  }
  const title = (
    <span className="flex items-center gap-2.5">
      <Avatar agent={agent} size={28} />
      <span className="min-w-0 truncate">{agent.name}</span>
    </span>
  )
  return (
    <SidePanel title={title} name={agent.name} onClose={onClose}>
      <About agent={agent} />
    </SidePanel>
  )
}

function About({ agent }: { agent: Agent }) {
  const t = useTexts('architecture')
  const shared = useTexts('shared')
  const open = useOpen()
  const agents = useAgentsById()
  const about = useAgentWords()(agent)
  const helpers = helpersOf(agent, agents)
  const running = useFlow(
    useShallow((flow) =>
      Object.values(flow.runs).filter(
        (run) => !run.endedAt && (run.agent === agent.id || helping(run).some((helper) => helper.agent === agent.id)),
      ),
    ),
  )
  return (
    <>
      <section className="pb-3.5">
        <p className="text-base break-words">{about || agent.objective}</p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          <Chip>{shared(`role.${agent.role}`)}</Chip>
          {agent.status !== 'active' && <Chip tone="warning">{shared(`status.${agent.status}`)}</Chip>}
          <Chip>{shared(`origin.${agent.origin}`)}</Chip>
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          {agent.role !== 'helper' && (
            <Link to="/chat" search={{ agent: agent.id }} className={LINK_BUTTON}>
              <Icon name="chat-circle-dots" size={15} />
              {t('panel.talk')}
            </Link>
          )}
          <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={LINK_BUTTON}>
            <Icon name="pencil-simple" size={15} />
            {t('panel.edit')}
          </Link>
          <Link to="/debug" search={{ agent: agent.id }} className={LINK_BUTTON}>
            <Icon name="bug" size={15} />
            {t('panel.events')}
          </Link>
        </div>
      </section>
      <Part title={t('panel.now')}>
        {running.length ? (
          <ul className="flex flex-col gap-2">
            {running.map((run) => (
              <Doing key={run.id} run={run} agentId={agent.id} />
            ))}
          </ul>
        ) : (
          <p className="text-base text-muted">{t('panel.idle')}</p>
        )}
      </Part>
      <Part title={t('panel.health')}>
        <Health id={agent.id} />
      </Part>
      <Part title={t('panel.figures')}>
        <AgentActivity id={agent.id} />
      </Part>
      {agent.tags.length > 0 && (
        <Part title={t('panel.tags')}>
          <Tags tags={agent.tags} />
        </Part>
      )}
      <Part title={t('panel.tools')}>
        <Tools patterns={agent.tools} />
      </Part>
      {helpers.length > 0 && (
        <Part title={t('panel.helpers')}>
          <ul className="flex flex-wrap gap-1.5">
            {helpers.map((helper) => (
              <li key={helper}>
                <button
                  type="button"
                  onClick={() => open({ agent: helper })}
                  className="flex h-8 items-center gap-2 rounded-full border py-1 pr-3 pl-1 text-sm hover:bg-hover"
                >
                  <Avatar agent={agents.get(helper)} size={24} />
                  {agents.get(helper)?.name ?? helper}
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('panel.model')}>
        <p className="text-base break-words">
          {agent.model ? <code className="font-mono text-sm">{agent.model}</code> : t('panel.defaultModel')}
        </p>
      </Part>
    </>
  )
}

/** The ids of the helpers that an agent may call; `*` stands for all there are. */
function helpersOf(agent: Agent, agents: ReadonlyMap<string, Agent>): string[] {
  if (!agent.helpers.includes('*')) return agent.helpers
  return [...agents.values()]
    .filter((one) => one.role === 'helper' && one.status === 'active' && one.id !== agent.id)
    .map((one) => one.id)
}

function Health({ id }: { id: string }) {
  const t = useTexts('architecture')
  const health = useHealth(id)
  if (!health) return <p className="text-base text-muted">{t('panel.unknown')}</p>
  return (
    <p className="flex items-start gap-1.5 text-base">
      <Icon
        name={health.healthy ? 'check-circle' : 'warning'}
        size={17}
        className={health.healthy ? 'mt-0.5 text-success' : 'mt-0.5 text-warning'}
      />
      <span className="min-w-0 break-words">
        {health.healthy ? t('panel.healthy') : t('state.unwell')}
        {!health.healthy && <Lacks lacks={health.lacks} detail={health.detail} className="text-sm text-muted" />}
      </span>
    </p>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  const t = useTexts('architecture')
  const [all, setAll] = useState(false)
  const shown = all ? tags : tags.slice(0, TAGS_SHOWN)
  return (
    <div className="flex flex-wrap gap-1.5">
      {shown.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
      {shown.length < tags.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="h-6 rounded-full px-2 text-xs font-medium text-accent hover:bg-hover"
        >
          {t('panel.moreTags', { count: tags.length - shown.length })}
        </button>
      )}
    </div>
  )
}

/** The tools that the agent's patterns match now. */
function Tools({ patterns }: { patterns: readonly string[] }) {
  const t = useTexts('architecture')
  const matched = useQuery({
    queryKey: [...keys.tools, 'match', patterns],
    queryFn: () => data(api.POST('/api/tools/match', { body: { patterns: [...patterns] } })),
    enabled: patterns.length > 0,
    staleTime: 60_000,
  })
  const tools = matched.data?.tools ?? []
  if (!patterns.length || (matched.isSuccess && !tools.length))
    return <p className="text-base text-muted">{t('panel.noTools')}</p>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {(matched.isSuccess ? tools : patterns).map((tool) => (
        <li key={tool} className="max-w-full truncate rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs text-muted">
          {tool}
        </li>
      ))}
    </ul>
  )
}
