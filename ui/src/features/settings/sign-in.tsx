import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, ApiError, data } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { Failure, Skeleton, useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** What the person signs in with, and where they are signed in. */
export function SignIn() {
  const t = useTexts('settings')
  const format = useFormat()
  const reason = useReason()
  const queries = useQueryClient()
  const [changing, setChanging] = useState(false)
  const found = useQuery({ queryKey: keys.signIn, queryFn: () => data(api.GET('/api/me/sign-in')) })
  const sessions = useQuery({ queryKey: keys.sessions, queryFn: () => data(api.GET('/api/me/sessions')) })
  const end = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notify(reason(error), 'failed')
    }
    await queries.invalidateQueries({ queryKey: keys.sessions })
  }
  if (found.isPending || sessions.isPending) return <Skeleton className="mb-5 h-16" />
  if (found.error || sessions.error)
    return <Failure error={found.error ?? sessions.error} onRetry={() => void found.refetch()} />
  const { signInName, passwordChangedAt } = found.data
  return (
    <ul className="mb-5 flex flex-col divide-y rounded-md border">
      <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium">{t('signIn.password')}</h3>
          <p className="text-sm break-words text-muted">
            {passwordChangedAt
              ? t('signIn.since', { name: signInName ?? '', when: format.date(passwordChangedAt) })
              : t('signIn.none')}
          </p>
        </div>
        <Button icon="key" onClick={() => setChanging(true)}>
          {t(passwordChangedAt ? 'signIn.change' : 'signIn.set')}
        </Button>
      </li>
      {sessions.data.sessions.map(({ session, this: here }) => (
        <li key={session.id} className="flex min-w-0 items-center gap-3 px-3 py-2">
          <span className="min-w-0 flex-1 text-sm text-muted">
            {t('signIn.session', { when: format.ago(session.createdAt) })}
            {session.lastUsedAt && ` · ${t('keys.used', { when: format.ago(session.lastUsedAt) })}`}
          </span>
          {here ? (
            <Chip>{t('signIn.here')}</Chip>
          ) : (
            <IconButton
              icon="sign-out"
              label={t('signIn.end')}
              onClick={() =>
                void end(() => data(api.DELETE('/api/me/sessions/{id}', { params: { path: { id: session.id } } })))
              }
            />
          )}
        </li>
      ))}
      {sessions.data.sessions.length > 1 && (
        <li className="px-3 py-2">
          <Button look="quiet" icon="sign-out" onClick={() => void end(() => data(api.DELETE('/api/me/sessions')))}>
            {t('signIn.endOthers')}
          </Button>
        </li>
      )}
      {changing && (
        <ChangePassword name={signInName ?? ''} has={passwordChangedAt !== null} onClose={() => setChanging(false)} />
      )}
    </ul>
  )
}

function ChangePassword({ name, has, onClose }: { name: string; has: boolean; onClose: () => void }) {
  const t = useTexts('settings')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const [signInName, setSignInName] = useState(name)
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useMutation({
    mutationFn: () =>
      data(api.PUT('/api/me/password', { body: { signInName, password, current: has ? current : null } })),
    onSuccess: async () => {
      await Promise.all([keys.signIn, keys.sessions].map((queryKey) => queries.invalidateQueries({ queryKey })))
      notify(t('signIn.changed'))
      onClose()
    },
  })
  const refused = change.error instanceof ApiError ? change.error : undefined
  const error = (field: string) => (refused?.field === field ? refused.message : undefined)
  const known = ['signInName', 'password', 'current'].some((field) => refused?.field === field)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signInName && password && (current || !has)) change.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(has ? 'signIn.change' : 'signIn.set')}
      description={t('signIn.rule')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="change-password" busy={change.isPending}>
            {shared('save')}
          </Button>
        </>
      }
    >
      <form id="change-password" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('signIn.name')} error={error('signInName')}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="username"
              value={signInName}
              maxLength={120}
              onChange={(event) => setSignInName(event.target.value)}
            />
          )}
        </Field>
        {has && (
          <Field label={t('signIn.current')} error={error('current')}>
            {(control) => (
              <TextInput
                {...control}
                type="password"
                autoComplete="current-password"
                value={current}
                onChange={(event) => setCurrent(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={t('signIn.new')} error={error('password')}>
          {(control) => (
            <TextInput
              {...control}
              type="password"
              autoComplete="new-password"
              value={password}
              maxLength={200}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {change.error && !known && (
          <p role="alert" className="text-base text-danger">
            {reason(change.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
