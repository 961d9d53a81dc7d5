import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { api, data, root } from '@/client/api'
import { Button } from '@/components/button'
import { CodeLine } from '@/components/models/code-line'
import { Skeleton, useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { Leaving } from './leaving'
import { Section } from './section'
import { SignIn } from './sign-in'

/** Who is signed in, and the way out. */
export function Account() {
  const t = useTexts('settings')
  const format = useFormat()
  const reason = useReason()
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const signOut = async () => {
    setLeaving(true)
    try {
      await data(api.POST('/api/logout'))
      queries.clear()
      location.assign(`${root}/`)
    } catch (error) {
      setLeaving(false)
      notify(reason(error), 'failed')
    }
  }
  return (
    <Section
      id="account"
      title={t('account.title')}
      actions={
        <Button icon="sign-out" busy={leaving} onClick={() => void signOut()}>
          {t('account.signOut')}
        </Button>
      }
    >
      {me.data ? (
        <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          <Item name={t('account.name')}>{me.data.user.name}</Item>
          <Item name={t('account.role')}>{t(`account.roles.${me.data.user.role}`)}</Item>
          <Item name={t('account.since')}>{format.date(me.data.user.createdAt)}</Item>
          <Item name={t('account.session')}>{t(`account.credential.${me.data.credential}`)}</Item>
        </dl>
      ) : (
        <Skeleton className="mb-5 h-10" />
      )}
      {me.data?.credential === 'session' && <SignIn />}
      <p className="mb-1.5 text-sm text-muted">{t('account.link')}</p>
      <CodeLine code="bailiwick keys link" label={t('account.copyLink')} />
      {me.data && <Leaving name={me.data.user.name} />}
    </Section>
  )
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
