import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, ApiError, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** Lets scripts import an npm package. */
export function GrantPackage({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts('settings')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [version, setVersion] = useState('')
  const grant = useMutation({
    mutationFn: () =>
      data(api.PUT('/api/programs/packages', { body: { name: name.trim(), version: version.trim() || '*' } })),
    onSuccess: (granted) => {
      notify(t('programs.isGranted', { name: granted.name }))
      close()
      return queries.invalidateQueries({ queryKey: keys.grantedPackages })
    },
  })
  const close = () => {
    onClose()
    grant.reset()
    setName('')
    setVersion('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    grant.mutate()
  }
  const field = grant.error instanceof ApiError ? grant.error.field : undefined
  const ofVersion = field === 'version'
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('programs.grant')}
      description={t('programs.grantAbout')}
      actions={
        <>
          <Button onClick={close}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="grant-package" busy={grant.isPending} disabled={!name.trim()}>
            {t('programs.grantIt')}
          </Button>
        </>
      }
    >
      <form id="grant-package" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label={t('programs.package')}
          hint={t('programs.packageHint')}
          error={grant.error && !ofVersion ? reason(grant.error) : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              value={name}
              maxLength={214}
              placeholder="lodash"
              onChange={(event) => setName(event.target.value)}
              className="font-mono"
            />
          )}
        </Field>
        <Field
          label={t('programs.range')}
          hint={t('programs.rangeHint')}
          error={grant.error && ofVersion ? reason(grant.error) : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              autoCapitalize="off"
              spellCheck={false}
              value={version}
              maxLength={60}
              placeholder="^4.17"
              onChange={(event) => setVersion(event.target.value)}
              className="max-w-56 font-mono"
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
