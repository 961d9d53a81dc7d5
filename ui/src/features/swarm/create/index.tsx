import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Disclosure } from '@/components/disclosure'
import { Field, TextArea, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { useFormat } from '@/lib/format'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { LIMITS, valueOf, type Limit } from '../budget-model'
import { LimitFields, type LimitTexts } from '../limits-fields'
import { LONGEST_GOAL, LONGEST_NAME, roomToOpen } from '../model'
import { Problem } from '../problem'
import { Team } from './team'

const UNCHANGED = Object.fromEntries(LIMITS.map((limit) => [limit, ''])) as LimitTexts

/** Where a swarm is begun: a goal, who takes it on, and for those who want it the rest. */
export function CreateDialog({ template, onClose }: { template: string | null; onClose: () => void }) {
  const t = useTexts('swarm')
  const shared = useTexts('shared')
  const format = useFormat()
  const [goal, setGoal] = useState('')
  const [team, setTeam] = useState<string | null>(template)
  const [more, setMore] = useState<More>({ name: '', role: '', guidance: '', limits: UNCHANGED })
  const [tried, setTried] = useState(false)
  const create = useCreate()
  const limits = limitsOf(more.limits)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    if (!goal.trim() || goal.length > LONGEST_GOAL || !limits || create.isPending) return
    const own =
      team === null
        ? {
            ...(more.guidance.trim() ? { guidance: more.guidance.trim() } : {}),
            ...(more.role.trim() ? { role: more.role.trim() } : {}),
          }
        : { template: team }
    create.mutate({
      goal: goal.trim(),
      ...own,
      ...(more.name.trim() ? { name: more.name.trim() } : {}),
      ...(Object.keys(limits).length ? { limits } : {}),
    } as Schemas['NewSwarm'])
  }
  const wrong =
    goal.length > LONGEST_GOAL
      ? t('form.goalLong', { n: format.number(goal.length), most: format.number(LONGEST_GOAL) })
      : tried && !goal.trim()
        ? t('form.goalMissing')
        : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={t('form.title')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="swarm-create" busy={create.isPending}>
            {t('form.submit')}
          </Button>
        </>
      }
    >
      <form id="swarm-create" noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Problem error={create.error} />
        <Field label={t('form.goal')} error={wrong}>
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              className="text-md leading-6"
              value={goal}
              placeholder={t('form.goalPrompt')}
              onChange={(event) => setGoal(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
              }}
            />
          )}
        </Field>
        <Team value={team} onChange={setTeam} />
        <Disclosure
          mark={<Icon name="sliders-horizontal" size={15} />}
          label={t('form.advanced')}
          begins={tried && !limits ? 'open' : 'closed'}
        >
          {() => <Advanced more={more} onChange={setMore} team={team} tried={tried} />}
        </Disclosure>
      </form>
    </Dialog>
  )
}

interface More {
  name: string
  role: string
  guidance: string
  limits: LimitTexts
}

function Advanced({
  more,
  onChange,
  team,
  tried,
}: {
  more: More
  onChange: (more: More) => void
  team: string | null
  tried: boolean
}) {
  const t = useTexts('swarm')
  return (
    <div className="flex flex-col gap-4 py-2">
      <Field label={t('form.name')}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={LONGEST_NAME}
            value={more.name}
            placeholder={t('form.namePrompt')}
            onChange={(event) => onChange({ ...more, name: event.target.value })}
          />
        )}
      </Field>
      {team === null ? (
        <>
          <Field label={t('form.role')}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={120}
                value={more.role}
                placeholder={t('form.rolePrompt')}
                onChange={(event) => onChange({ ...more, role: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('form.guidance')} hint={t('form.guidanceHint')}>
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={LONGEST_GOAL}
                value={more.guidance}
                onChange={(event) => onChange({ ...more, guidance: event.target.value })}
              />
            )}
          </Field>
        </>
      ) : (
        <p className="text-sm text-muted">{t('form.guidanceTemplate')}</p>
      )}
      <p className="text-sm text-muted">{t('form.limitsHint')}</p>
      <LimitFields
        values={more.limits}
        onChange={(limit, value) => onChange({ ...more, limits: { ...more.limits, [limit]: value } })}
        tried={tried}
        usual
      />
    </div>
  )
}

/** The limits that were written; nothing where one is wrong. */
function limitsOf(texts: LimitTexts): Partial<Record<Limit, number>> | null {
  const found: Partial<Record<Limit, number>> = {}
  for (const limit of LIMITS) {
    if (!texts[limit].trim()) continue
    const value = valueOf(limit, texts[limit])
    if (value === undefined || value === null) return null
    found[limit] = value
  }
  return found
}

/** Creates a swarm and goes to it. */
function useCreate() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const wide = useMedia('(min-width: 1100px)')
  return useMutation({
    mutationFn: (body: Schemas['NewSwarm']) => data(api.POST('/api/swarms', { body })),
    onSuccess: async (swarm) => {
      queries.setQueryData(keys.swarm(swarm.id), swarm)
      void queries.invalidateQueries({ queryKey: keys.swarms })
      // Where there is room for one thing, the room of the first mail is it.
      const rooms = wide
        ? []
        : (
            await data(api.GET('/api/swarms/{id}/rooms', { params: { path: { id: swarm.id } } })).catch(() => ({
              rooms: [],
            }))
          ).rooms
      await navigate({ to: '/swarm/$swarmId', params: { swarmId: swarm.id }, search: { room: roomToOpen(rooms) } })
    },
  })
}
