import '../memory.css'

import { Link } from '@tanstack/react-router'

import { Avatar } from '@/components/avatar'
import { buttonLook } from '@/components/button'
import { Icon } from '@/components/icon'
import { Card, Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { writeBytes } from '@/lib/size'
import { MemoryTabs } from '../documents/tabs'
import { useOwner, useWorkspaces, type Workspace } from './data'
import { RemoveWorkspace } from './remove'

/** What agents made: the workspaces in which their programs keep files. */
export default function WorkspacesPage() {
  const t = useTexts('memory-workspaces')
  const found = useWorkspaces()
  return (
    <Page module="memory" title={t('title')} about={t('about')}>
      <MemoryTabs />
      {!found.data ? (
        found.error ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton className="h-40 rounded-lg" />
        )
      ) : !found.data.length ? (
        <Empty
          icon="terminal-window"
          title={t('empty.title')}
          action={
            <Link to="/chat" className={buttonLook()}>
              {t('empty.action')}
            </Link>
          }
        >
          {t('empty.body')}
        </Empty>
      ) : (
        <Card className="overflow-hidden">
          <ul aria-label={t('title')} className="flex flex-col divide-y">
            {found.data.map((workspace) => (
              <Row key={workspace.id} workspace={workspace} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}

function Row({ workspace }: { workspace: Workspace }) {
  const t = useTexts('memory-workspaces')
  const format = useFormat()
  const owner = useOwner()
  const language = usePreferences((state) => state.language)
  const agent = useAgentsById().get(workspace.use?.agentId ?? '')
  return (
    <li
      className={cn(
        'relative flex min-w-0 items-center gap-3 px-3 py-3 transition-colors duration-120',
        'hover:bg-hover',
      )}
    >
      {agent ? (
        <Avatar agent={agent} size={34} />
      ) : (
        <span aria-hidden className="module-ink module-soft grid size-[34px] shrink-0 place-items-center rounded-full">
          <Icon name={workspace.use?.swarmId ? 'users-four' : 'terminal-window'} size={19} />
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <Link
          to="/memory/workspaces/$workspaceId"
          params={{ workspaceId: workspace.id }}
          className={cn(
            'min-w-0 font-medium break-words after:absolute after:inset-0 focus-visible:outline-none',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
          )}
        >
          {owner(workspace)}
        </Link>
        <span className="numbers text-sm text-muted">
          {t('holds', { count: workspace.files, n: format.number(workspace.files) })} ·{' '}
          {writeBytes(workspace.bytes, language)}
        </span>
      </div>
      <Ago at={workspace.usedAt} className="shrink-0 text-sm text-muted" />
      <RemoveWorkspace workspace={workspace} small />
    </li>
  )
}
