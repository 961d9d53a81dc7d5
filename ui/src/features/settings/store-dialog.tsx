import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { api, ApiError, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { Choice } from '@/components/tabs'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Store } from './store-line'

const SHORTEST = 16
const COVERED = {
  type: 'password',
  autoComplete: 'new-password',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  maxLength: 500,
  className: 'font-mono text-sm',
} as const

/** Takes what opens a store, for a new one or in place of what opened it before. */
export function StoreDialog({
  store,
  first,
  onClose,
}: {
  store?: Store | undefined
  first: boolean
  onClose: () => void
}) {
  const t = useTexts('settings-stores')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const box = useId()
  const [domain, setDomain] = useState('')
  const [way, setWay] = useState<'token' | 'app'>('token')
  const [token, setToken] = useState('')
  const [clientId, setClientId] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  const [isDefault, setDefault] = useState(false)
  const [tried, setTried] = useState(false)
  const opener =
    way === 'token' ? { token: token.trim() } : { clientId: clientId.trim(), clientSecret: clientSecret.trim() }
  const lacking = Object.values(opener).some((part) => part.length < SHORTEST)
  const save = useMutation({
    mutationFn: () =>
      store
        ? data(api.PUT('/api/shopify/stores/{domain}', { params: { path: { domain: store.domain } }, body: opener }))
        : data(api.POST('/api/shopify/stores', { body: { domain: domain.trim(), isDefault, ...opener } })),
    onSuccess: (kept) => {
      notify(t(store ? 'dialog.replaced' : 'dialog.added', { name: kept.name ?? kept.domain }))
      void queries.invalidateQueries({ queryKey: keys.stores })
    },
  })
  const refused = save.error instanceof ApiError ? save.error : undefined
  const domainError =
    tried && !store && !domain.trim()
      ? t('dialog.needDomain')
      : refused?.field === 'domain'
        ? refused.message
        : undefined
  const secretError =
    tried && lacking
      ? t(way === 'token' ? 'dialog.needToken' : 'dialog.needApp')
      : refused?.field === 'token'
        ? refused.message
        : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    // The dialog goes, and nothing of the secret stays in the page; one that was opened since stays.
    if ((store || domain.trim()) && !lacking) save.mutate(undefined, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={store ? t('dialog.replaceTitle', { name: store.name ?? store.domain }) : t('add')}
      description={t('dialog.tries')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="store" busy={save.isPending}>
            {t(store ? 'dialog.change' : 'dialog.save')}
          </Button>
        </>
      }
    >
      <form id="store" onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-4">
        {!store && (
          <Field label={t('dialog.domain')} hint={t('dialog.domainHint')} error={domainError}>
            {(control) => (
              <TextInput
                {...control}
                autoFocus
                value={domain}
                maxLength={200}
                autoCapitalize="off"
                spellCheck={false}
                onChange={(event) => setDomain(event.target.value)}
              />
            )}
          </Field>
        )}
        <Choice
          label={t('dialog.way')}
          value={way}
          onChange={(chosen) => {
            setWay(chosen)
            setTried(false)
            save.reset()
          }}
          options={[
            { value: 'token', label: t('dialog.token') },
            { value: 'app', label: t('dialog.app') },
          ]}
        />
        {way === 'token' ? (
          <Field label={t('dialog.token')} hint={t('dialog.tokenHint')} error={secretError}>
            {(control) => (
              <TextInput {...control} {...COVERED} value={token} onChange={(event) => setToken(event.target.value)} />
            )}
          </Field>
        ) : (
          <>
            <Field label={t('dialog.clientId')} hint={t('dialog.appHint')} error={secretError}>
              {(control) => (
                <TextInput
                  {...control}
                  value={clientId}
                  maxLength={500}
                  autoCapitalize="off"
                  spellCheck={false}
                  className="font-mono text-sm"
                  onChange={(event) => setClientId(event.target.value)}
                />
              )}
            </Field>
            <Field label={t('dialog.clientSecret')}>
              {(control) => (
                <TextInput
                  {...control}
                  {...COVERED}
                  value={clientSecret}
                  onChange={(event) => setClientSecret(event.target.value)}
                />
              )}
            </Field>
          </>
        )}
        {!store && !first && (
          <div className="flex items-center gap-2.5">
            <input
              id={box}
              type="checkbox"
              checked={isDefault}
              onChange={(event) => setDefault(event.target.checked)}
              className="size-4 shrink-0 accent-accent"
            />
            <label htmlFor={box}>{t('dialog.default')}</label>
          </div>
        )}
        {save.error && !domainError && !secretError && (
          <p role="alert" className="break-words text-danger">
            {reason(save.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
