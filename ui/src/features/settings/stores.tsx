import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Empty, Failure, Skeleton, useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { keys } from '@/live/refresh'

import { Section } from './section'
import { StoreDialog } from './store-dialog'
import { StoreLine, type Store } from './store-line'

const nameOf = (store: Store) => store.name ?? store.domain
const at = (store: Store) => ({ params: { path: { domain: store.domain } } })

/** The Shopify stores that a person's agents may work with. */
export function Stores() {
  const t = useTexts('settings-stores')
  const reason = useReason()
  const why = useWhy()
  const queries = useQueryClient()
  const [editing, setEditing] = useState<Store | 'new' | null>(null)
  const found = useQuery({ queryKey: keys.stores, queryFn: () => data(api.GET('/api/shopify/stores')) })
  const { hidden, remove } = useRemoving()
  const told = useCallback(() => queries.invalidateQueries({ queryKey: keys.stores }), [queries])
  const check = useMutation({
    mutationFn: (store: Store) => data(api.POST('/api/shopify/stores/{domain}/check', at(store))),
    onSuccess: async (store) => {
      notify(
        store.state === 'ok'
          ? t('works', { name: nameOf(store) })
          : why(store.why, store.reason ?? t(`states.${store.state}`)),
        store.state === 'ok' ? undefined : 'failed',
      )
      await told()
    },
    onError: (error) => notify(reason(error), 'failed'),
  })
  const choose = useMutation({
    mutationFn: (store: Store) =>
      data(api.PUT('/api/shopify/stores/{domain}', { ...at(store), body: { isDefault: true } })),
    onSuccess: async (store) => {
      notify(t('madeDefault', { name: nameOf(store) }))
      await told()
    },
    onError: (error) => notify(reason(error), 'failed'),
  })
  const shown = found.data?.stores.filter((store) => !hidden.has(store.domain)) ?? []
  const add = (
    <Button icon="plus" onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  return (
    <Section id="stores" title={t('title')} about={t('about')} actions={shown.length > 0 && add}>
      {found.isPending ? (
        <Skeleton className="h-16" />
      ) : !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : shown.length ? (
        <ul aria-label={t('list')} className="flex flex-col divide-y rounded-md border">
          {shown.map((store) => (
            <StoreLine
              key={store.domain}
              store={store}
              checking={check.isPending && check.variables.domain === store.domain}
              onCheck={check.mutate}
              onDefault={choose.mutate}
              onReplace={setEditing}
              onRemove={remove}
            />
          ))}
        </ul>
      ) : (
        <Empty icon="storefront" title={t('none')} action={add} className="py-6">
          {t('noneBody')}
        </Empty>
      )}
      {editing !== null && (
        <StoreDialog
          store={editing === 'new' ? undefined : editing}
          first={!shown.length}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}

/** Removes stores after the time in which that can be undone; `hidden` are those that wait. */
function useRemoving() {
  const t = useTexts('settings-stores')
  const reason = useReason()
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const remove = useCallback(
    (store: Store) => {
      const show = () => setHidden((now) => new Set([...now].filter((one) => one !== store.domain)))
      const commit = async () => {
        try {
          // It must also get through while the page is being left.
          await data(api.DELETE('/api/shopify/stores/{domain}', { ...at(store), keepalive: true }))
          await queries.invalidateQueries({ queryKey: keys.stores })
        } catch (error) {
          notify(reason(error), 'failed')
        }
        // The same store may be added again.
        show()
      }
      setHidden((now) => new Set([...now, store.domain]))
      undoable(t('removed', { name: nameOf(store) }), () => void commit(), show)
    },
    [queries, reason, t],
  )
  return { hidden, remove }
}
