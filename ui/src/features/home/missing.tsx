import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { api, data } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { Lacks } from '@/components/lacks'
import { Card } from '@/components/page'
import { useAgents } from '@/lib/agents'
import { lazyPart } from '@/lib/lazy-part'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

const NoModel = lazyPart(() => import('./no-model').then((module) => ({ default: module.NoModel })))

/** What keeps the company of agents from working well; nothing where nothing does. */
export function Missing({ configured }: { configured: boolean }) {
  const t = useTexts('home')
  const { data: agents } = useAgents()
  const health = useQuery({
    queryKey: keys.agentHealth,
    queryFn: () => data(api.GET('/api/agents/health')),
    staleTime: 60_000,
  })
  const unwell = (health.data?.agents ?? []).flatMap((one) => {
    const agent = agents?.find((agent) => agent.id === one.id && agent.status === 'active')
    return agent && !one.healthy ? [{ agent, lacking: one }] : []
  })
  return (
    <>
      {!configured && (
        <Suspense>
          <NoModel />
        </Suspense>
      )}
      {unwell.length > 0 && (
        <Card
          title={
            <span className="flex items-center gap-2">
              <Icon name="warning" size={18} className="text-warning" />
              {t('missing.unwell')}
            </span>
          }
        >
          <p className="px-4 text-sm text-muted">{t('missing.unwellBody')}</p>
          <ul className="flex flex-col gap-3 px-4 pt-3 pb-4">
            {unwell.map(({ agent, lacking }) => (
              <li key={agent.id} className="flex min-w-0 items-start gap-2.5">
                <Avatar agent={agent} size={28} state="unwell" />
                <span className="min-w-0 flex-1">
                  <Link
                    to="/agents/$agentId"
                    params={{ agentId: agent.id }}
                    className="font-medium underline-offset-4 hover:underline"
                    title={t('missing.edit', { name: agent.name })}
                  >
                    {agent.name}
                  </Link>
                  <Lacks lacks={lacking.lacks} detail={lacking.detail} className="text-sm text-muted" />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
