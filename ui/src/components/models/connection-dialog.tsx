import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, ApiError, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, Switch, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'

import { ChooseModel } from './choose-model'
import { KEY_PAGES, TOUCHED, type ConnectionKind, type ModelConnection, type ModelConnections } from './connections'
import { FirstLimit } from './first-limit'
import { KeyInput } from './key-input'

interface ConnectionDialogProps {
  kind: ConnectionKind
  found: ModelConnections
  /** The connection to change; a new one where there is none. */
  connection?: ModelConnection | undefined
  onClose: () => void
}

/** Connects a provider, or changes how it is reached; then tries it and chooses what it is used with. */
export function ConnectionDialog({ kind, found, connection, onClose }: ConnectionDialogProps) {
  const [made, setMade] = useState<ModelConnection>()
  const [chosen, setChosen] = useState(false)
  // What takes money is connected for everybody, and nothing limits that yet.
  const asks = !connection && found.unlimited && made?.forEverybody && !made.address && takesMoney(found, kind)
  if (chosen) return <FirstLimit suggested={found.suggestedLimit} onClose={onClose} />
  if (made)
    return (
      <ChooseModel
        connection={made}
        found={found}
        onClose={asks ? () => setChosen(true) : onClose}
        onBack={() => setMade(undefined)}
      />
    )
  return <Reach kind={kind} found={found} connection={connection} onClose={onClose} onReached={setMade} />
}

/** Whether a provider wants a key at its own address, and so money. */
function takesMoney(found: ModelConnections, kind: ConnectionKind) {
  return found.offered.find((one) => one.kind === kind)?.needsKey ?? false
}

interface ReachProps extends ConnectionDialogProps {
  onReached: (connection: ModelConnection) => void
}

function Reach({ kind, found, connection, onClose, onReached }: ReachProps) {
  const t = useTexts('models')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const offered = found.offered.find((one) => one.kind === kind)!
  const [name, setName] = useState('')
  const [address, setAddress] = useState(connection?.address ?? '')
  const [key, setKey] = useState('')
  const [own, setOwn] = useState(!found.mayShare)
  const title = t(`kinds.${kind}`)
  const save = useMutation({
    mutationFn: () =>
      connection
        ? data(
            api.PUT('/api/models/connections/{id}', {
              params: { path: { id: connection.id } },
              body: {
                ...(address.trim() === connection.address ? {} : { address: address.trim() }),
                ...(key.trim() ? { key: key.trim() } : {}),
              },
            }),
          )
        : data(
            api.POST('/api/models/connections', {
              body: {
                kind,
                name: name.trim() || null,
                address: address.trim(),
                key: key.trim() || null,
                forEverybody: !own,
                defaultModel: '',
              },
            }),
          ),
    onSuccess: (kept) => {
      setKey('')
      for (const queryKey of TOUCHED) void queries.invalidateQueries({ queryKey })
      onReached(kept)
    },
  })
  const field = save.error instanceof ApiError ? save.error.field : undefined
  const errorAt = (at: string) =>
    save.error && (field === at || (at === 'key' && !['name', 'address'].includes(field ?? '')))
      ? reason(save.error)
      : undefined
  const page = KEY_PAGES[kind]
  const needsKey = offered.needsKey && !connection?.hasKey && !(kind === 'openai' && address.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    save.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        connection
          ? t('dialog.edit', { name: connection.name })
          : offered.needsAddress
            ? t('dialog.connectAny')
            : t('dialog.connect', { provider: title })
      }
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            form="model-connection"
            busy={save.isPending}
            disabled={(needsKey && !key.trim()) || (offered.needsAddress && !address.trim())}
          >
            {t(connection ? 'dialog.next' : 'dialog.connectIt')}
          </Button>
        </>
      }
    >
      <form id="model-connection" onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-4">
        {offered.needsAddress && (
          <Address value={address} onChange={setAddress} hint={t('dialog.addressHint')} error={errorAt('address')} />
        )}
        <Field
          label={t(offered.needsKey ? 'dialog.key' : 'dialog.keyIfAny')}
          hint={
            <>
              {t(connection?.hasKey ? 'dialog.keyKept' : 'dialog.keyHint')}{' '}
              {page && (
                <a href={page} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-4">
                  {t('dialog.keyPage', { provider: title })}
                </a>
              )}
            </>
          }
          error={errorAt('key')}
        >
          {(control) => (
            <KeyInput
              control={control}
              value={key}
              onChange={setKey}
              placeholder={connection?.keyEnd ? `…${connection.keyEnd}` : undefined}
            />
          )}
        </Field>
        {!offered.needsAddress && (
          <Address
            value={address}
            onChange={setAddress}
            placeholder={offered.address}
            hint={t(offered.address ? 'dialog.addressHere' : 'dialog.addressOwn', { provider: title })}
            error={errorAt('address')}
          />
        )}
        {!connection && (
          <Field label={t('dialog.name')} hint={t('dialog.nameHint')} error={errorAt('name')}>
            {(control) => (
              <TextInput
                {...control}
                value={name}
                maxLength={40}
                placeholder={kind}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                className="font-mono text-sm"
                onChange={(event) => setName(event.target.value.toLowerCase())}
              />
            )}
          </Field>
        )}
        {!connection && found.mayShare && found.mayOwn && (
          <div className="flex items-start gap-4">
            <div className="min-w-0 flex-1">
              <p className="text-sm font-medium">{t('dialog.shared')}</p>
              <p className="text-sm text-muted">{t('dialog.sharedHint')}</p>
            </div>
            <Switch label={t('dialog.shared')} checked={!own} onChange={(shared) => setOwn(!shared)} />
          </div>
        )}
      </form>
    </Dialog>
  )
}

interface AddressProps {
  value: string
  onChange: (value: string) => void
  placeholder?: string | undefined
  hint: string
  error: string | undefined
}

function Address({ value, onChange, placeholder = 'http://127.0.0.1:8000/v1', hint, error }: AddressProps) {
  const t = useTexts('models')
  return (
    <Field label={t('dialog.address')} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="url"
          value={value}
          maxLength={500}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          className="font-mono text-sm"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
