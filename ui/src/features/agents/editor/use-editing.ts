import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'

import { api, data, type Agent } from '@/client/api'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { changedFields, draftOf, draftSchema, merged, only, tidied, type Draft } from '../draft'
import { goTo } from './outline'
import { placeOf, refusalsOf } from './remarks'
import { SECTIONS } from './sections'

export interface Editing {
  form: UseFormReturn<Draft>
  /** The agent as it was last seen saved. */
  base: Draft
  saving: boolean
  /** What differs between `base` and what is saved now, while something is unsaved here. */
  conflict: readonly (keyof Draft)[]
  unsaved: () => boolean
  /** Saves or creates; returns the agent, or nothing when it was refused. */
  save: () => Promise<Agent | null>
  discard: () => void
  takeTheirs: () => void
  keepMine: () => void
}

/** Editing one agent: what is written here, what is saved, and what others do to it meanwhile. */
export function useEditing(initial: Draft, saved: Agent | undefined, isNew: boolean): Editing {
  const t = useTexts('agents-editor')
  const reason = useReason()
  const queries = useQueryClient()
  const [base, setBase] = useState(initial)
  const [saving, setSaving] = useState(false)
  // What the roster said before the last saving here; until it says something else, it says nothing new.
  const [stale, setStale] = useState<Agent | undefined>()
  const latest = useRef(saved)
  const underway = useRef(false)
  useEffect(() => {
    latest.current = saved
  }, [saved])
  const resolver = useMemo(() => {
    const taken = (id: string) =>
      queries.getQueryData<{ agents: Agent[] }>(keys.agents)?.agents.some((agent) => agent.id === id)
    const schema = isNew
      ? draftSchema.refine((draft) => !taken(draft.id), { path: ['id'], error: 'taken' })
      : draftSchema
    // What comes out of the schema is a draft; going in, its fields may be missing, which a form's never are.
    return zodResolver(schema) as unknown as Resolver<Draft>
  }, [isNew, queries])
  const form = useForm<Draft>({ defaultValues: initial, resolver, mode: 'onChange' })

  const rebase = useCallback(
    (next: Draft, values: Draft = next) => {
      setBase(next)
      form.reset(values)
    },
    [form],
  )
  const unsaved = useCallback(() => changedFields(base, tidied(form.getValues())).length > 0, [base, form])

  const theirs = useMemo(() => (saved ? draftOf(saved) : undefined), [saved])
  const moved = useMemo(
    () => (theirs && !saving && saved !== stale ? changedFields(base, theirs) : []),
    [base, theirs, saving, saved, stale],
  )
  const conflict =
    moved.length > 0 && theirs && changedFields(theirs, tidied(form.getValues())).length > 0 && unsaved() ? moved : []
  useEffect(() => {
    if (!theirs || !moved.length || conflict.length) return
    const news = changedFields(theirs, tidied(form.getValues())).length > 0
    // oxlint-disable-next-line react/set-state-in-effect -- it changes what the form holds, outside of React
    rebase(theirs)
    if (news) notify(t('elsewhere.taken'), 'note')
  }, [theirs, moved, conflict.length, form, rebase, t])

  const refuse = useCallback(
    (error: unknown) => {
      const refusals = refusalsOf(error)
      for (const { field, detail } of refusals) {
        const { field: name } = placeOf(field)
        if (name in form.getValues()) form.setError(name as keyof Draft, { type: 'server', message: detail })
      }
      show(refusals.map((one) => placeOf(one.field).field))
      notify(reason(error), 'failed')
    },
    [form, reason],
  )

  const save = useCallback(async () => {
    if (!(await form.trigger())) {
      const fields = Object.keys(form.formState.errors)
      notify(t('invalid', { count: fields.length }), 'failed')
      show(fields)
      return null
    }
    const draft = tidied(form.getValues())
    const fields = changedFields(base, draft)
    if (!fields.length && !isNew) return saved ?? null
    // Another press would save it twice, and create it twice.
    if (underway.current) return null
    underway.current = true
    const written = structuredClone(form.getValues())
    setSaving(true)
    try {
      const { agent } = isNew
        ? await data(api.POST('/api/agents/create', { body: draft }))
        : await data(
            api.PUT('/api/agents/{agentId}', {
              params: { path: { agentId: draft.id } },
              body: only(draft, fields) as Draft,
            }),
          )
      await queries.cancelQueries({ queryKey: keys.agents, exact: true })
      setStale(latest.current)
      queries.setQueryData<{ agents: Agent[]; total: number }>(keys.agents, (now) => now && withAgent(now, agent))
      // What was written since it was sent is not saved yet, and stays.
      rebase(draftOf(agent), merged(written, form.getValues(), draftOf(agent)))
      void queries.invalidateQueries({ queryKey: keys.agents })
      notify(t(isNew ? 'created' : 'saved', { name: agent.name }))
      return agent
    } catch (error) {
      refuse(error)
      return null
    } finally {
      underway.current = false
      setSaving(false)
    }
  }, [base, form, isNew, queries, rebase, refuse, saved, t])

  return {
    form,
    base,
    saving,
    conflict,
    unsaved,
    save,
    discard: () => rebase(theirs ?? base),
    takeTheirs: () => theirs && rebase(theirs),
    keepMine: () => theirs && rebase(theirs, merged(base, tidied(form.getValues()), theirs)),
  }
}

function withAgent(now: { agents: Agent[]; total: number }, agent: Agent) {
  const index = now.agents.findIndex((one) => one.id === agent.id)
  return index < 0
    ? { agents: [...now.agents, agent], total: now.total + 1 }
    : { ...now, agents: now.agents.with(index, agent) }
}

/** Brings the first part with one of these fields into sight. */
function show(fields: readonly string[]): void {
  const section = SECTIONS.find((one) => one.fields.some((field) => fields.includes(field)))
  if (section) goTo(section.name)
}
