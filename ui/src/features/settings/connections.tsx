import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Dialog } from '@/components/dialog'
import { Icon } from '@/components/icon'
import { useLackSaid } from '@/components/lacks'
import { Connect } from '@/components/models/connect'
import { ConnectionDialog } from '@/components/models/connection-dialog'
import { ConnectionTest } from '@/components/models/connection-test'
import { TOUCHED, useConnections, type ModelConnection, type ModelConnections } from '@/components/models/connections'
import { Failure, Skeleton, useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** How models are reached: what the environment says, and the connections that are kept here. */
export function Connections() {
  const t = useTexts('settings')
  const found = useConnections()
  const [adding, setAdding] = useState(false)
  if (found.isPending) return <Skeleton className="h-24" />
  if (!found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  const { connections, given, mayShare, mayOwn } = found.data
  const none = !connections.length && !given.length
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="flex-1 text-base font-semibold">{t(none ? 'models.pick' : 'models.connections')}</h3>
        {!none && (mayShare || mayOwn) && (
          <Button size="small" icon={adding ? 'x' : 'plus'} aria-expanded={adding} onClick={() => setAdding(!adding)}>
            {t(adding ? 'models.addNone' : 'models.add')}
          </Button>
        )}
      </div>
      {none && <p className="text-sm text-muted">{t('models.pickAbout')}</p>}
      {!none && (
        <ul aria-label={t('models.connections')} className="flex flex-col divide-y rounded-md border">
          {given.map((one) => (
            <li key={one.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
              <Icon name="terminal-window" size={18} className="text-muted" />
              <div className="min-w-0 flex-1 basis-50">
                <span className="font-medium break-all">{one.name}</span>
                <p className="text-sm break-words text-muted">
                  {[one.address, t('models.fromEnvironment')].filter(Boolean).join(' · ')}
                </p>
              </div>
            </li>
          ))}
          {connections.map((connection) => (
            <Line key={connection.id} connection={connection} found={found.data} />
          ))}
        </ul>
      )}
      {(none || adding) && <Connect found={found.data} onDone={() => setAdding(false)} />}
    </div>
  )
}

function Line({ connection, found }: { connection: ModelConnection; found: ModelConnections }) {
  const t = useTexts('settings')
  const models = useTexts('models')
  const said = useLackSaid()
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const lack = found.lacks[connection.id]
  const mayChange = connection.forEverybody ? found.mayShare : true
  const about = [
    models(`kinds.${connection.kind}`),
    connection.address,
    connection.hasKey && connection.keyEnd && t('models.keyEnd', { end: connection.keyEnd }),
    connection.defaultModel,
  ].filter(Boolean)
  return (
    <li
      id={`models-${connection.name}`}
      className="flex scroll-mt-4 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5"
    >
      <Icon name="plug" size={18} className="text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-all">{connection.name}</span>
          {!connection.forEverybody && <Chip icon="user">{t('models.yours')}</Chip>}
          {lack && (
            <Chip tone="warning" icon="warning">
              {t('models.troubled')}
            </Chip>
          )}
        </div>
        <p className="text-sm break-words text-muted">{about.join(' · ')}</p>
        {lack && <p className="text-sm break-words text-warning">{said(lack)}</p>}
      </div>
      {mayChange && (
        <div className="flex items-center gap-1">
          <IconButton
            size="small"
            icon="pencil-simple"
            label={t('models.edit', { name: connection.name })}
            onClick={() => setEditing(true)}
          />
          <IconButton
            size="small"
            icon="trash"
            danger
            label={t('models.remove', { name: connection.name })}
            onClick={() => setRemoving(true)}
          />
        </div>
      )}
      <ConnectionTest key={connection.updatedAt} connection={connection} className="w-full" />
      {editing && (
        <ConnectionDialog
          kind={connection.kind}
          found={found}
          connection={connection}
          onClose={() => setEditing(false)}
        />
      )}
      {removing && <Remove connection={connection} onClose={() => setRemoving(false)} />}
    </li>
  )
}

/** Asks before a connection goes for good, and says who uses it. */
function Remove({ connection, onClose }: { connection: ModelConnection; onClose: () => void }) {
  const t = useTexts('settings')
  const shared = useTexts('shared')
  const reason = useReason()
  const format = useFormat()
  const queries = useQueryClient()
  const uses = useQuery({
    queryKey: keys.connectionUses(connection.id),
    queryFn: () => data(api.GET('/api/models/connections/{id}/uses', { params: { path: { id: connection.id } } })),
    gcTime: 0,
  })
  const remove = useMutation({
    mutationFn: () =>
      data(
        api.DELETE('/api/models/connections/{id}', {
          params: { path: { id: connection.id }, query: { anyway: true } },
        }),
      ),
    onSuccess: () => {
      notify(t('models.removed', { name: connection.name }))
      for (const queryKey of TOUCHED) void queries.invalidateQueries({ queryKey })
      onClose()
    },
  })
  const found = uses.data
  const users = !found
    ? []
    : [
        found.default && t('models.usedAsDefault'),
        found.embedder && t('models.usedAsEmbedder'),
        found.routing && t('models.usedForRouting'),
        found.agents.length > 0 && t('models.usedByAgents', { names: format.list(found.agents) }),
        found.otherAgents > 0 && t('models.usedByOthers', { count: found.otherAgents }),
        found.preferred && t('models.usedByYou'),
        found.preferredByOthers > 0 && t('models.usedByPeople', { count: found.preferredByOthers }),
      ].filter((one) => one !== false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('models.removeTitle', { name: connection.name })}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="danger" busy={remove.isPending} disabled={uses.isPending} onClick={() => remove.mutate()}>
            {t('models.removeIt')}
          </Button>
        </>
      }
    >
      {uses.isPending ? (
        <Skeleton className="h-12" />
      ) : (
        <div className="flex flex-col gap-2 text-base">
          <p>{t(users.length ? 'models.removeUsed' : 'models.removeUnused')}</p>
          {users.length > 0 && (
            <ul className="list-disc pl-5 text-muted">
              {users.map((one) => (
                <li key={one} className="break-words">
                  {one}
                </li>
              ))}
            </ul>
          )}
          {(remove.error ?? uses.error) && <p className="text-danger">{reason(remove.error ?? uses.error)}</p>}
        </div>
      )}
    </Dialog>
  )
}
