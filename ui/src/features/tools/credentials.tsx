import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Empty, Failure, Skeleton, useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { CredentialDialog, type Credential } from './credentials/dialog'
import { KeptForServers } from './credentials/kept'
import { CredentialLine } from './credentials/line'
import { isElsewhere, isKept } from './credentials/names'
import { Rotation } from './credentials/rotation'
import { Frame } from './frame'

/** Credentials: what tools use in a person's name. */
export default function CredentialsPage() {
  const t = useTexts('tools-credentials')
  const found = useQuery({ queryKey: keys.credentials, queryFn: () => data(api.GET('/api/credentials')) })
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const { hidden, remove } = useRemoving()
  const [editing, setEditing] = useState<Credential | 'new' | null>(null)
  const all = found.data?.credentials ?? []
  const pages = me.data?.pages ?? []
  const own = all.filter((one) => !isKept(one) && !isElsewhere(one, pages) && !hidden.has(one.id))
  const kept = all.filter((one) => isKept(one))
  const rules = me.data?.user.role === 'owner' || me.data?.user.role === 'admin'
  const add = (
    <Button look={own.length ? 'plain' : 'primary'} icon="plus" onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  return (
    <Frame tab="credentials" actions={own.length > 0 && add}>
      {found.isPending ? (
        <Skeleton className="h-44 rounded-lg" />
      ) : found.error && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="flex min-w-0 flex-col gap-6">
          {own.length > 0 ? (
            <ul
              aria-label={t('list')}
              className="flex min-w-0 flex-col divide-y overflow-hidden rounded-lg border bg-surface"
            >
              {own.map((credential) => (
                <CredentialLine key={credential.id} credential={credential} onReplace={setEditing} onRemove={remove} />
              ))}
            </ul>
          ) : (
            <Empty icon="key" title={t('empty.title')} action={add}>
              {t('empty.body')}
            </Empty>
          )}
          {kept.length > 0 && <KeptForServers credentials={kept} />}
          {rules && <Rotation />}
        </div>
      )}
      {editing !== null && (
        <CredentialDialog credential={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
      )}
    </Frame>
  )
}

/** Deletes credentials after the time in which that can be undone; `hidden` are those that wait. */
function useRemoving() {
  const t = useTexts('tools-credentials')
  const reason = useReason()
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const remove = useCallback(
    (credential: Credential) => {
      const show = () => setHidden((now) => new Set([...now].filter((id) => id !== credential.id)))
      const commit = async () => {
        try {
          // It must also get through while the page is being left.
          await data(api.DELETE('/api/credentials/{id}', { params: { path: { id: credential.id } }, keepalive: true }))
          await queries.invalidateQueries({ queryKey: keys.credentials })
        } catch (error) {
          show()
          notify(reason(error), 'failed')
        }
      }
      setHidden((now) => new Set([...now, credential.id]))
      undoable(t('removed', { name: credential.name }), () => void commit(), show)
    },
    [queries, reason, t],
  )
  return { hidden, remove }
}
