import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, ApiError, data } from '@/client/api'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Failure, Skeleton, useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { OfferedLine, type Offered } from './offered-line'
import type { Server } from './registration'
import { titleOf, useOffered } from './use-servers'

const GROUPS = [
  ['waiting', (tool: Offered) => tool.status === 'changed' || tool.status === 'new'],
  ['approved', (tool: Offered) => tool.status === 'approved'],
  ['off', (tool: Offered) => tool.status === 'gone' || tool.status === 'excluded'],
] as const

/** What a server offers, what of it is used, and what waits to be looked at. */
export function OfferedTools({ server }: { server: Server }) {
  const t = useTexts('tools-servers')
  const reason = useReason()
  const queries = useQueryClient()
  const found = useOffered(server.id, true)
  const approve = useMutation({
    mutationFn: (tools: readonly Offered[]) =>
      data(
        api.POST('/api/mcp/servers/{id}/approve', {
          params: { path: { id: server.id } },
          body: { tools: tools.map(({ name, digest }) => ({ name, digest })) },
        }),
      ),
    onSuccess: (offered, tools) => {
      queries.setQueryData(keys.mcpTools(server.id), offered)
      notify(t('tools.approved', { count: tools.length }))
    },
    onError: (error) =>
      notify(error instanceof ApiError && error.status === 409 ? t('tools.asShown') : reason(error), 'failed'),
    onSettled: () =>
      Promise.all([keys.mcpServers, keys.tools].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  if (found.isPending)
    return (
      <div className="px-5 pb-4">
        <Skeleton className="h-40" />
      </div>
    )
  if (found.error && !found.data)
    return <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
  const { tools, notes } = found.data ?? { tools: [], notes: [] }
  return (
    <div className="flex min-w-0 flex-col gap-4 px-4 pt-1 pb-4 sm:px-5">
      {notes.map((note) => (
        <p key={note} className="flex items-start gap-2 text-warning">
          <Icon name="warning" size={17} className="mt-0.5" />
          <span className="min-w-0 break-words">{note}</span>
        </p>
      ))}
      {!tools.length && <p className="text-muted">{t('tools.empty')}</p>}
      {GROUPS.map(([name, belongs]) => {
        const some = tools.filter(belongs)
        if (!some.length) return null
        const waiting = name === 'waiting'
        return (
          <section key={name} aria-label={t(`tools.group.${name}`)} className="min-w-0">
            <div className="flex min-h-9 items-center gap-2">
              <h3 className="flex-1 text-sm font-semibold">{t(`tools.group.${name}`)}</h3>
              {waiting && some.length > 1 && (
                <Button size="small" icon="check" busy={approve.isPending} onClick={() => approve.mutate(some)}>
                  {t('tools.approveAll', { count: some.length })}
                </Button>
              )}
            </div>
            <ul
              aria-label={t('tools.list', { name: titleOf(server) })}
              className="flex flex-col divide-y rounded-md border"
            >
              {some.map((tool) => (
                <OfferedLine
                  key={tool.name}
                  tool={tool}
                  {...(waiting ? { onApprove: () => approve.mutate([tool]), busy: approve.isPending } : {})}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
