import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, ApiError, data, root, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, Select, TextInput } from '@/components/field'
import { CodeLine } from '@/components/models/code-line'
import { useReason } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

const ROLES = ['member', 'admin', 'owner'] as const

/** Invites a person, and shows the link for them this once. */
export function InvitePerson({ open, me, onClose }: { open: boolean; me: Schemas['User']; onClose: () => void }) {
  const t = useTexts('settings')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [signInName, setSignInName] = useState('')
  const [role, setRole] = useState<Schemas['UserRole']>('member')
  const [tried, setTried] = useState(false)
  const invite = useMutation({
    mutationFn: () =>
      data(api.POST('/api/people', { body: { name: name.trim(), role, signInName: signInName.trim() || null } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.people }),
  })
  const close = () => {
    onClose()
    invite.reset()
    setName('')
    setSignInName('')
    setRole('member')
    setTried(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim()) invite.mutate()
  }
  if (invite.data) return <Invited invitation={invite.data} onClose={close} />
  const refused = invite.error instanceof ApiError ? invite.error : undefined
  const named = refused?.field === 'name' || refused?.field === 'signInName'
  const error = (field: string) => (refused?.field === field ? refused.message : undefined)
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('people.invite')}
      actions={
        <>
          <Button onClick={close}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="invite-person" busy={invite.isPending}>
            {t('people.makeLink')}
          </Button>
        </>
      }
    >
      <form id="invite-person" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('people.name')} error={tried && !name.trim() ? t('people.needName') : error('name')}>
          {(control) => (
            <TextInput
              {...control}
              autoFocus
              autoComplete="off"
              value={name}
              maxLength={100}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('people.signInName')} hint={t('people.signInNameHint')} error={error('signInName')}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={signInName}
              maxLength={120}
              onChange={(event) => setSignInName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('account.role')} hint={t(`people.roleAbout.${role}`)}>
          {(control) => (
            <Select {...control} value={role} onChange={(event) => setRole(event.target.value as Schemas['UserRole'])}>
              {ROLES.filter((one) => one !== 'owner' || me.role === 'owner').map((one) => (
                <option key={one} value={one}>
                  {t(`account.roles.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {invite.error && !named && (
          <p role="alert" className="text-base text-danger">
            {reason(invite.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** Shows the link of an invitation. */
export function Invited({ invitation, onClose }: { invitation: Schemas['Invitation']; onClose: () => void }) {
  const t = useTexts('settings')
  const format = useFormat()
  const { person, path, expiresAt } = invitation
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('people.linkTitle', { name: person.name })}
      description={path && expiresAt ? t('people.linkBody', { until: format.date(expiresAt) }) : t('people.linkLost')}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('people.linkGiven')}
        </Button>
      }
    >
      {path && <CodeLine code={`${location.origin}${root}${path}`} label={t('people.copyLink')} />}
    </Dialog>
  )
}
