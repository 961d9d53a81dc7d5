import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, Select, TextArea, TextInput } from '@/components/field'
import { notify } from '@/components/toasts'
import { useAgents } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useAddress } from '../address'
import { useResidents } from '../data'
import { LONGEST_GOAL, LONGEST_NAME } from '../model'
import { looksOf, patternsOf } from '../new-resident'
import { Problem } from '../problem'
import type { Swarm } from '../types'

/** Where a person adds a resident. */
export function AddResident({
  swarm,
  parentId,
  onClose,
}: {
  swarm: Swarm
  parentId: string | null
  onClose: () => void
}) {
  const t = useTexts('swarm')
  const shared = useTexts('shared')
  const queries = useQueryClient()
  const { go } = useAddress()
  const { data: agents = [] } = useAgents()
  const { data: residents = [] } = useResidents(swarm.id)
  const [name, setName] = useState('')
  const [role, setRole] = useState('')
  const [guidance, setGuidance] = useState('')
  const [tools, setTools] = useState('')
  const [agentId, setAgentId] = useState('')
  const [parent, setParent] = useState(parentId ?? '')
  const [tried, setTried] = useState(false)
  const add = useMutation({
    mutationFn: () => {
      const made = agents.find((agent) => agent.id === agentId)
      const look = made ?? looksOf(name.trim(), residents)
      return data(
        api.POST('/api/swarms/{id}/residents', {
          params: { path: { id: swarm.id } },
          body: {
            name: name.trim(),
            role: role.trim(),
            guidance: guidance.trim(),
            tools: patternsOf(tools),
            color: look.color,
            icon: look.icon,
            ...(agentId ? { agentId } : {}),
            ...(parent ? { parentId: parent } : {}),
          } as Schemas['NewResidentFields'],
        }),
      )
    },
    onSuccess: async (resident) => {
      notify(t('done.added', { name: resident.name }))
      await queries.invalidateQueries({ queryKey: keys.residents(swarm.id) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!name.trim() || !role.trim()) return
    // Who has closed the window meanwhile is somewhere else.
    add.mutate(undefined, {
      onSuccess: (resident) => {
        go({ resident: resident.id, turn: undefined })
        onClose()
      },
    })
  }
  const missing = (value: string) => (tried && !value.trim() ? t('add.missing') : undefined)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('add.title')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="swarm-add" busy={add.isPending}>
            {t('add.submit')}
          </Button>
        </>
      }
    >
      <form id="swarm-add" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Problem error={add.error} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('add.name')} error={missing(name)}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={LONGEST_NAME}
                value={name}
                placeholder={t('add.namePrompt')}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('add.role')} error={missing(role)}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                maxLength={120}
                value={role}
                placeholder={t('add.rolePrompt')}
                onChange={(event) => setRole(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Field label={t('add.guidance')} hint={t('add.guidanceHint')}>
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              maxLength={LONGEST_GOAL}
              value={guidance}
              placeholder={t('add.guidancePrompt')}
              onChange={(event) => setGuidance(event.target.value)}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('add.under')}>
            {(control) => (
              <Select {...control} value={parent} onChange={(event) => setParent(event.target.value)}>
                <option value="">{t('add.nobody')}</option>
                {residents.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t('add.made')}>
            {(control) => (
              <Select {...control} value={agentId} onChange={(event) => setAgentId(event.target.value)}>
                <option value="">{t('add.madeNone')}</option>
                {agents.map((agent) => (
                  <option key={agent.id} value={agent.id}>
                    {agent.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Field label={t('add.tools')} hint={t('add.toolsHint')}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              spellCheck={false}
              className="font-mono text-sm"
              value={tools}
              onChange={(event) => setTools(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
