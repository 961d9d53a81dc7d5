import { Link } from '@tanstack/react-router'

import { Avatar } from '@/components/avatar'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import type { Filter } from './address'
import { csvOf, useAgentRows, useModelRows, useToolRows, useUserRows } from './data'
import { RowsCard } from './rows-card'
import type { Row } from './types'

const plain = (row: Row) => row.name || row.key
const drawTool = (row: Row) => <ToolCell row={row} />
const drawAgent = (row: Row, name: string) => <AgentCell row={row} name={name} />

/** Agents, models, tools and people, by how much they were used. */
export function Who({ filter, people }: { filter: Filter; people: boolean }) {
  const t = useTexts('figures')
  const agents = useAgentsById()
  const agentRows = useAgentRows(filter)
  const modelRows = useModelRows(filter)
  const toolRows = useToolRows(filter)
  const userRows = useUserRows(filter, people)
  const agentName = (row: Row) => agents.get(row.key)?.name || plain(row) || t('delegations.nobody')
  return (
    <>
      <RowsCard
        title={t('agents.title')}
        about={t('agents.about')}
        noun={t('agents.agent')}
        found={agentRows}
        csv={csvOf(filter, 'agents')}
        className="lg:col-span-2"
        runs
        nameOf={agentName}
        colorOf={(row) => agents.get(row.key)?.color}
        draw={drawAgent}
      />
      <RowsCard
        title={t('models.title')}
        about={t('models.about')}
        noun={t('models.model')}
        found={modelRows}
        csv={csvOf(filter, 'models')}
        className="lg:col-span-2"
        nameOf={plain}
      />
      <RowsCard
        title={t('tools.title')}
        about={t('tools.about')}
        noun={t('tools.tool')}
        found={toolRows}
        csv={csvOf(filter, 'tools')}
        className="lg:col-span-2"
        nameOf={plain}
        without={['tokens', 'cost']}
        draw={drawTool}
      />
      {people && (
        <RowsCard
          title={t('users.title')}
          about={t('users.about')}
          noun={t('users.user')}
          found={userRows}
          csv={csvOf(filter, 'users')}
          className="lg:col-span-2"
          nameOf={plain}
          runs
        />
      )}
    </>
  )
}

function AgentCell({ row, name }: { row: Row; name: string }) {
  const agents = useAgentsById()
  return (
    <>
      <Avatar agent={agents.get(row.key)} size={22} />
      {agents.has(row.key) ? (
        <Link
          to="/agents/$agentId"
          params={{ agentId: row.key }}
          title={name}
          className="min-w-0 truncate rounded-sm underline-offset-4 hover:underline"
        >
          {name}
        </Link>
      ) : (
        <span className="min-w-0 truncate" title={row.key}>
          {name}
        </span>
      )}
    </>
  )
}

function ToolCell({ row }: { row: Row }) {
  return (
    <Link
      to="/tools"
      search={{ tool: row.key }}
      className="min-w-0 truncate rounded-sm font-mono text-sm underline-offset-4 hover:underline"
    >
      {plain(row)}
    </Link>
  )
}
