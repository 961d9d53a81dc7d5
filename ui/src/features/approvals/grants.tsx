import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, ApiError, data, type Schemas } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Card } from '@/components/page'
import { Failure, Skeleton, useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

type Grant = Schemas['Grant']
const idOf = ({ agentId, tool }: Grant) => `${agentId} ${tool}`

/** What agents may do without asking, and the way to take it back. */
export function Grants() {
  const t = useTexts('approvals')
  const format = useFormat()
  const agents = useAgentsById()
  const grants = useQuery({
    queryKey: keys.grants,
    queryFn: ({ signal }) => data(api.GET('/api/approvals/grants', { signal })),
  })
  const { gone, revoke } = useRevoke()
  const shown = (grants.data?.grants ?? []).filter((grant) => !gone.has(idOf(grant)))
  return (
    <Card title={t('grants.title')}>
      {grants.isPending ? (
        <Skeleton className="mx-4 mb-4 h-16" />
      ) : grants.error && !grants.data ? (
        <Failure error={grants.error} onRetry={() => void grants.refetch()} className="py-6" />
      ) : (
        <>
          <p className="px-4 pb-3 text-sm text-muted">{t(shown.length ? 'grants.about' : 'grants.none')}</p>
          {shown.length > 0 && (
            <ul className="flex flex-col gap-1 px-2 pb-2">
              {shown.map((grant) => {
                const agent = agents.get(grant.agentId)
                const name = agent?.name ?? grant.agentId
                return (
                  <li
                    key={idOf(grant)}
                    className="flex min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover"
                  >
                    <Avatar agent={agent} size={28} />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate">
                        <span className="font-medium">{name}</span>{' '}
                        <span className="font-mono text-sm" title={grant.tool}>
                          {grant.tool}
                        </span>
                      </span>
                      <span className="block text-sm text-muted">
                        {t('grants.since', { date: format.date(grant.createdAt) })}
                      </span>
                    </span>
                    <Button
                      size="small"
                      aria-label={t('grants.revokeNamed', { agent: name, tool: grant.tool })}
                      onClick={() => revoke(grant, name)}
                    >
                      {t('grants.revoke')}
                    </Button>
                  </li>
                )
              })}
            </ul>
          )}
        </>
      )}
    </Card>
  )
}

function useRevoke() {
  const t = useTexts('approvals')
  const reason = useReason()
  const queries = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const show = (grant: Grant) => setGone((now) => new Set([...now].filter((one) => one !== idOf(grant))))
  const commit = async (grant: Grant) => {
    try {
      await data(api.POST('/api/approvals/grants/revoke', { body: { agentId: grant.agentId, tool: grant.tool } }))
    } catch (error) {
      // Somebody else has taken it back: that is what was wanted.
      if (!(error instanceof ApiError && error.status === 404)) notify(reason(error), 'failed')
    }
    await queries.invalidateQueries({ queryKey: keys.grants })
    show(grant)
  }
  const revoke = (grant: Grant, name: string) => {
    setGone((now) => new Set([...now, idOf(grant)]))
    undoable(
      t('grants.revoked', { agent: name, tool: grant.tool }),
      () => void commit(grant),
      () => show(grant),
    )
  }
  return { gone, revoke }
}
