import { Suspense, useState } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton } from '@/components/states'
import { lazyPart } from '@/lib/lazy-part'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { Frame } from './frame'
import { ServerCard } from './servers/card'
import type { Server } from './servers/registration'
import { useRemoving, useServers } from './servers/use-servers'

const ServerForm = lazyPart(() => import('./servers/form').then((module) => ({ default: module.ServerForm })))
const SITE = 'https://modelcontextprotocol.io'

/** MCP servers: what is registered, and how the person's connection to each stands. */
export default function ServersPage() {
  const t = useTexts('tools-servers')
  const why = useWhy()
  const found = useServers()
  const { hidden, remove } = useRemoving()
  const [editing, setEditing] = useState<Server | 'new' | null>(null)
  const servers = found.data?.servers.filter((server) => !hidden.has(server.id)) ?? []
  const mayRegister = found.data?.mayRegister ?? false
  const register = (
    <Button look={servers.length ? 'plain' : 'primary'} icon="plus" onClick={() => setEditing('new')}>
      {t('register')}
    </Button>
  )
  return (
    <Frame tab="servers" actions={mayRegister && servers.length > 0 && register}>
      {found.isPending ? (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-34 rounded-lg" />
          <Skeleton className="h-34 rounded-lg" />
        </div>
      ) : found.error && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="flex min-w-0 flex-col gap-4">
          {found.data?.sandbox && (
            <p className="flex items-start gap-2.5 rounded-lg bg-warning-soft px-4 py-3">
              <Icon name="warning" size={19} className="mt-px text-warning" />
              <span className="min-w-0 break-words">
                {t('sandbox', { reason: why(found.data.sandboxWhy, found.data.sandbox) })}
              </span>
            </p>
          )}
          {servers.length > 0 ? (
            <ul aria-label={t('list')} className="flex min-w-0 flex-col gap-4">
              {servers.map((server) => (
                <ServerCard
                  key={server.id}
                  server={server}
                  mayEdit={mayRegister}
                  onEdit={setEditing}
                  onRemove={remove}
                />
              ))}
            </ul>
          ) : (
            <Empty icon="plug" title={t('empty.title')} action={mayRegister && register}>
              {t('empty.body')} {!mayRegister && t('empty.member')}{' '}
              <a
                href={SITE}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="inline-flex items-center gap-1 font-medium text-accent underline underline-offset-4"
              >
                {t('docs')}
                <Icon name="arrow-square-out" size={14} />
              </a>
            </Empty>
          )}
        </div>
      )}
      <Suspense>
        {editing !== null && (
          <ServerForm server={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
        )}
      </Suspense>
    </Frame>
  )
}
