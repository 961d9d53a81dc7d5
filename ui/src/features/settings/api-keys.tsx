import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useState } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton, useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { NewKey } from './new-key'
import { Section } from './section'

/** The keys that programs sign in with. */
export function ApiKeys() {
  const t = useTexts('settings')
  const reason = useReason()
  const queries = useQueryClient()
  const [creating, setCreating] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const found = useQuery({ queryKey: keys.keys, queryFn: () => data(api.GET('/api/keys')) })
  const shown = found.data?.keys.filter((key) => !hidden.has(key.id)) ?? []
  const show = (id: string) => setHidden((now) => new Set([...now].filter((one) => one !== id)))
  const revoke = (key: Schemas['AccessToken']) => {
    const commit = async () => {
      try {
        // It must also get through while the page is being left.
        await data(api.DELETE('/api/keys/{id}', { params: { path: { id: key.id } }, keepalive: true }))
        await queries.invalidateQueries({ queryKey: keys.keys })
      } catch (error) {
        show(key.id)
        notify(reason(error), 'failed')
      }
    }
    setHidden((now) => new Set([...now, key.id]))
    undoable(
      t('keys.revoked', { name: key.name }),
      () => void commit(),
      () => show(key.id),
    )
  }
  const create = (
    <Button icon="plus" onClick={() => setCreating(true)}>
      {t('keys.create')}
    </Button>
  )
  return (
    <Section id="keys" title={t('keys.title')} about={t('keys.about')} actions={shown.length > 0 && create}>
      {found.isPending ? (
        <Skeleton className="h-16" />
      ) : found.error ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : shown.length ? (
        <ul className="flex flex-col divide-y rounded-md border">
          {shown.map((key) => (
            <KeyLine key={key.id} token={key} onRevoke={revoke} />
          ))}
        </ul>
      ) : (
        <Empty icon="key" title={t('keys.none')} action={create} className="py-6">
          {t('keys.noneBody')}
        </Empty>
      )}
      <NewKey open={creating} onClose={() => setCreating(false)} />
    </Section>
  )
}

interface KeyLineProps {
  token: Schemas['AccessToken']
  onRevoke: (token: Schemas['AccessToken']) => void
}

const KeyLine = memo(function KeyLine({ token, onRevoke }: KeyLineProps) {
  const t = useTexts('settings')
  const format = useFormat()
  const [now] = useState(() => Date.now())
  const over = token.expiresAt !== null && Date.parse(token.expiresAt) < now
  const about = [
    t('keys.created', { when: format.ago(token.createdAt) }),
    token.lastUsedAt ? t('keys.used', { when: format.ago(token.lastUsedAt) }) : t('keys.unused'),
    token.expiresAt && t(over ? 'keys.ended' : 'keys.ends', { when: format.date(token.expiresAt) }),
  ].filter(Boolean)
  return (
    <li className="flex min-w-0 items-center gap-3 px-3 py-2.5">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-muted max-sm:hidden"
      >
        <Icon name="key" size={17} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{token.name}</span>
          {token.scopes.map((scope) => (
            <Chip key={scope}>{t(`keys.scope.${scope}`)}</Chip>
          ))}
        </div>
        <span className="text-sm text-muted">{about.join(' · ')}</span>
      </div>
      <IconButton icon="trash" danger label={t('keys.revoke', { name: token.name })} onClick={() => onRevoke(token)} />
    </li>
  )
})
