import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, ApiError, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { isName, KNOWN, SHORTEST } from './names'
import { SecretInput } from './secret-input'

export type Credential = Schemas['Credential']

interface CredentialDialogProps {
  /** The credential to replace; a new one where there is none. */
  credential?: Credential | undefined
  onClose: () => void
  onDone?: (credential: Credential) => void
}

/** Takes a secret, for a new credential or in place of an old one. */
export function CredentialDialog({ credential, onClose, onDone }: CredentialDialogProps) {
  const t = useTexts('tools-credentials')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const [name, setName] = useState(credential?.name ?? '')
  const [value, setValue] = useState('')
  const [description, setDescription] = useState(credential?.description ?? '')
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      credential
        ? data(
            api.PUT('/api/credentials/{id}', {
              params: { path: { id: credential.id } },
              body: { description, ...(value === '' ? {} : { value }) },
            }),
          )
        : data(api.POST('/api/credentials', { body: { name, value, description } })),
    onSuccess: (stored) => {
      notify(
        t(!credential ? 'dialog.saved' : value === '' ? 'dialog.described' : 'dialog.replaced', { name: stored.name }),
      )
      void queries.invalidateQueries({ queryKey: keys.credentials })
    },
  })
  const refused = save.error instanceof ApiError ? save.error : undefined
  const taken = refused?.status === 409 && refused.field !== 'value'
  const nameError =
    !credential && tried && !isName(name)
      ? t('dialog.needName')
      : taken
        ? t('dialog.taken')
        : refused?.field === 'name'
          ? refused.message
          : undefined
  const lacksValue = credential && value === '' ? false : value.trim().length < SHORTEST
  const valueError =
    tried && lacksValue ? t('dialog.needValue') : refused?.field === 'value' ? refused.message : undefined
  const descriptionError = refused?.field === 'description' ? refused.message : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // It may stand in another form's dialog.
    event.stopPropagation()
    setTried(true)
    if ((!credential && !isName(name)) || lacksValue) return
    save.mutate(undefined, {
      onSuccess: (stored) => {
        // The dialog goes, and nothing of the secret stays in the page; one that was opened since stays.
        onClose()
        onDone?.(stored)
      },
    })
  }
  const known = KNOWN.find((one) => one === name)
  return (
    <Dialog
      open
      onClose={onClose}
      title={credential ? t('dialog.replaceTitle', { name: credential.name }) : t('dialog.newTitle')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="credential" busy={save.isPending}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <form id="credential" onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-4">
        {!credential && (
          <div className="flex flex-col gap-2">
            <Field
              label={t('dialog.name')}
              hint={known ? t(`dialog.meaning.${known}`) : t('dialog.nameHint')}
              error={nameError}
            >
              {(control) => (
                <TextInput
                  {...control}
                  value={name}
                  maxLength={64}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  className="font-mono text-sm"
                  onChange={(event) => setName(event.target.value.trim())}
                />
              )}
            </Field>
            <p className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
              {t('dialog.known')}
              {KNOWN.map((one) => (
                <Button
                  key={one}
                  size="small"
                  onClick={() => setName(one)}
                  aria-pressed={name === one}
                  className="h-6 px-2"
                >
                  <span className="font-mono">{one}</span>
                  <span className="font-normal text-muted">{t(`dialog.for.${one}`)}</span>
                </Button>
              ))}
            </p>
          </div>
        )}
        <Field
          label={t(credential ? 'dialog.newValue' : 'dialog.value')}
          hint={t(credential ? 'dialog.newValueHint' : 'dialog.valueHint')}
          error={valueError}
        >
          {(control) => <SecretInput control={control} value={value} onChange={setValue} />}
        </Field>
        <Field label={t('dialog.description')} hint={t('dialog.descriptionHint')} error={descriptionError}>
          {(control) => (
            <TextInput
              {...control}
              value={description}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        {save.error && !nameError && !valueError && !descriptionError && (
          <p role="alert" className="break-words text-danger">
            {reason(save.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
