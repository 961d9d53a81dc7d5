import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import { api, ApiError, data, root } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, Select, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { CodeLine } from '@/components/models/code-line'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

const SCOPES = ['read', 'run', 'approve', 'manage', 'metrics'] as const
type Scope = (typeof SCOPES)[number]
const DAYS = [0, 7, 30, 90, 365]
const DAY_MS = 86_400_000

/** Makes a key, and shows its secret this once. */
export function NewKey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts('settings')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read', 'run'])
  const [days, setDays] = useState(0)
  const [tried, setTried] = useState(false)
  const make = useMutation({
    mutationFn: () =>
      data(
        api.POST('/api/keys', {
          body: {
            name: name.trim(),
            scopes: [...scopes],
            expiresAt: days ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
          },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.keys }),
  })
  const close = () => {
    onClose()
    make.reset()
    setName('')
    setScopes(['read', 'run'])
    setDays(0)
    setTried(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() && scopes.length) make.mutate()
  }
  if (make.data) return <Made secret={make.data.secret} open={open} onClose={close} />
  const refused = make.error instanceof ApiError ? make.error : undefined
  const nameError = tried && !name.trim() ? t('keys.needName') : refused?.field === 'name' ? refused.message : undefined
  const scopeError = tried && !scopes.length ? t('keys.needScope') : undefined
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('keys.create')}
      actions={
        <>
          <Button onClick={close}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="new-key" busy={make.isPending}>
            {t('keys.make')}
          </Button>
        </>
      }
    >
      <form id="new-key" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('keys.name')} hint={t('keys.nameHint')} error={nameError}>
          {(control) => (
            <TextInput
              {...control}
              autoFocus
              value={name}
              maxLength={100}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <fieldset className="flex flex-col gap-2" aria-describedby={scopeError ? 'scope-error' : undefined}>
          <legend className="mb-1.5 text-sm font-medium">{t('keys.scopes')}</legend>
          {SCOPES.filter((scope) => scope !== 'metrics' || (me.data && me.data.user.role !== 'member')).map((scope) => (
            <ScopeBox
              key={scope}
              scope={scope}
              checked={scopes.includes(scope)}
              disabled={me.data ? !me.data.scopes.includes(scope) : false}
              onChange={(checked) =>
                setScopes(SCOPES.filter((one) => (one === scope ? checked : scopes.includes(one))))
              }
            />
          ))}
          {scopeError && (
            <span id="scope-error" role="alert" className="flex items-start gap-1 text-sm text-danger">
              <Icon name="warning-circle" size={15} className="mt-0.5" />
              {scopeError}
            </span>
          )}
        </fieldset>
        <Field label={t('keys.expires')}>
          {(control) => (
            <Select {...control} value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {DAYS.map((count) => (
                <option key={count} value={count}>
                  {count ? t('keys.days', { count }) : t('keys.never')}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {make.error && refused?.field !== 'name' && (
          <p role="alert" className="text-base text-danger">
            {reason(make.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

interface ScopeBoxProps {
  scope: Scope
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

function ScopeBox({ scope, checked, disabled, onChange }: ScopeBoxProps) {
  const t = useTexts('settings')
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {t(`keys.scope.${scope}`)}
        </label>
        <p id={`${id}-about`} className="text-sm text-muted">
          {t(`keys.scopeAbout.${scope}`)}
        </p>
      </div>
    </div>
  )
}

function Made({ secret, open, onClose }: { secret: string | null; open: boolean; onClose: () => void }) {
  const t = useTexts('settings')
  const example = `curl -H "Authorization: Bearer ${secret ?? ''}" ${location.origin}${root}/api/agents`
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('keys.madeTitle')}
      description={t(secret ? 'keys.madeBody' : 'keys.secretLost')}
      actions={
        <Button look="primary" onClick={onClose}>
          {t('keys.close')}
        </Button>
      }
    >
      {secret && (
        <div className="flex flex-col gap-3">
          <CodeLine code={secret} label={t('keys.copySecret')} />
          <p className="text-sm text-muted">{t('keys.use')}</p>
          <CodeLine code={example} label={t('keys.copyUse')} />
        </div>
      )}
    </Dialog>
  )
}
