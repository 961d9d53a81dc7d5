import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Select } from '@/components/field'
import { Failure, Skeleton, useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { ConfirmByName } from './confirm-by-name'
import { Invited, InvitePerson } from './invite-person'
import { Section } from './section'

type Person = Schemas['Person']
const ROLES = ['owner', 'admin', 'member'] as const
const LOOK_MS = 10_000

/** Who belongs here, for those who administer it. */
export function People({ me }: { me: Schemas['User'] }) {
  const t = useTexts('settings')
  const [inviting, setInviting] = useState(false)
  const found = useQuery({
    queryKey: keys.people,
    queryFn: () => data(api.GET('/api/people')),
    // That somebody came in is told to nobody but them.
    refetchInterval: ({ state }) => (state.data?.people.some((each) => each.state === 'invited') ? LOOK_MS : false),
  })
  return (
    <Section
      id="people"
      title={t('people.title')}
      about={t('people.about')}
      actions={
        <Button icon="plus" onClick={() => setInviting(true)}>
          {t('people.invite')}
        </Button>
      }
    >
      {found.isPending ? (
        <Skeleton className="h-16" />
      ) : found.error ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <ul className="flex flex-col divide-y rounded-md border">
          {found.data.people.map((person) => (
            <PersonLine key={person.id} person={person} me={me} />
          ))}
        </ul>
      )}
      <InvitePerson open={inviting} me={me} onClose={() => setInviting(false)} />
    </Section>
  )
}

function PersonLine({ person, me }: { person: Person; me: Schemas['User'] }) {
  const t = useTexts('settings')
  const format = useFormat()
  const reason = useReason()
  const queries = useQueryClient()
  const [link, setLink] = useState<Schemas['Invitation']>()
  const [removing, setRemoving] = useState(false)
  const path = { params: { path: { id: person.id } } }
  const self = person.id === me.id
  // An owner alone changes owners; nobody takes their own rights away by a slip.
  const fixed = self || (person.role === 'owner' && me.role !== 'owner')
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notify(reason(error), 'failed')
    }
    await queries.invalidateQueries({ queryKey: keys.people })
  }
  const change = (body: Schemas['PersonChanges']) => act(() => data(api.PATCH('/api/people/{id}', { ...path, body })))
  const about = [
    person.signInName,
    person.joinedAt
      ? t('people.joined', { when: format.date(person.joinedAt) })
      : t('people.invitedOn', { when: format.date(person.createdAt) }),
  ].filter(Boolean)
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
      <div className="flex min-w-40 flex-1 flex-col gap-0.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{person.name}</span>
          {self && <Chip>{t('people.you')}</Chip>}
          {person.state !== 'active' && <Chip>{t(`people.state.${person.state}`)}</Chip>}
        </div>
        <span className="text-sm break-words text-muted">{about.join(' · ')}</span>
      </div>
      <div className="flex items-center gap-1">
        {fixed ? (
          <span className="px-2 text-muted">{t(`account.roles.${person.role}`)}</span>
        ) : (
          <>
            <Select
              aria-label={t('people.roleOf', { name: person.name })}
              value={person.role}
              onChange={(event) => void change({ role: event.target.value as Person['role'] })}
            >
              {ROLES.filter((role) => role !== 'owner' || me.role === 'owner').map((role) => (
                <option key={role} value={role}>
                  {t(`account.roles.${role}`)}
                </option>
              ))}
            </Select>
            {person.state === 'invited' ? (
              <IconButton
                icon="link"
                label={t('people.again', { name: person.name })}
                onClick={() => void act(async () => setLink(await data(api.POST('/api/people/{id}/invitation', path))))}
              />
            ) : (
              <IconButton
                icon={person.state === 'suspended' ? 'play' : 'pause'}
                label={t(person.state === 'suspended' ? 'people.resume' : 'people.suspend', { name: person.name })}
                onClick={() => void change({ suspended: person.state !== 'suspended' })}
              />
            )}
            <IconButton
              icon="trash"
              danger
              label={t('people.remove', { name: person.name })}
              onClick={() => setRemoving(true)}
            />
          </>
        )}
      </div>
      {link && <Invited invitation={link} onClose={() => setLink(undefined)} />}
      {removing && (
        <ConfirmByName
          name={person.name}
          title={t('people.removeTitle', { name: person.name })}
          body={t('people.removeBody')}
          action={t('people.removeNow')}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            const query = { confirm: person.name }
            await data(api.DELETE('/api/people/{id}', { params: { path: { id: person.id }, query } }))
            setRemoving(false)
            await queries.invalidateQueries({ queryKey: keys.people })
          }}
        />
      )}
    </li>
  )
}
