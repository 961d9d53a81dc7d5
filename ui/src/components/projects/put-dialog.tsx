import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { Failure, Skeleton, useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useMoving, useProjectsFor, type Groupable, type Project } from './data'

/** In which projects a thing is: each is ticked or not, and a new one can be created for it. */
export default function PutDialog({ thing, onClose }: { thing: Groupable; onClose: () => void }) {
  const t = useTexts('projects')
  const projects = useProjectsFor(thing)
  const { put, remove } = useMoving()
  // A tick shows at once; what the server says of it comes after.
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({})
  const tick = async (project: Project, into: boolean) => {
    setTicked((now) => ({ ...now, [project.id]: into }))
    await (into ? put : remove)(project, thing)
    setTicked((now) => Object.fromEntries(Object.entries(now).filter(([id]) => id !== project.id)))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('put.title')}
      description={t('put.about', { title: thing.title })}
      actions={<Button onClick={onClose}>{t('put.close')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {projects.isPending ? (
          <Skeleton className="h-16 rounded-md" />
        ) : projects.error && !projects.data ? (
          <Failure error={projects.error} onRetry={() => void projects.refetch()} />
        ) : projects.data?.length ? (
          <ul aria-label={t('title')} className="-mx-2 flex flex-col">
            {projects.data.map((project) => (
              <li key={project.id}>
                <label className="flex min-h-9 items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover">
                  <input
                    type="checkbox"
                    className="size-4 shrink-0 accent-accent"
                    checked={ticked[project.id] ?? project.holds}
                    onChange={(event) => void tick(project, event.target.checked)}
                  />
                  <span className="min-w-0 break-words">{project.name}</span>
                </label>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">{t('put.none')}</p>
        )}
        <NewHere thing={thing} />
      </div>
    </Dialog>
  )
}

function NewHere({ thing }: { thing: Groupable }) {
  const t = useTexts('projects')
  const reason = useReason()
  const queries = useQueryClient()
  const { put } = useMoving()
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const create = async () => {
    setBusy(true)
    try {
      const made = await data(api.POST('/api/projects', { body: { name: name.trim(), about: '' } }))
      setName('')
      await put(made, thing)
    } catch (error) {
      setRefused(error)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: keys.projects })
  }
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) void create()
      }}
    >
      <Field label={t('put.new')} className="flex-1" error={refused ? reason(refused) : undefined}>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={120}
            placeholder={t('form.nameHint')}
            autoComplete="off"
            onChange={(event) => {
              setName(event.target.value)
              setRefused(null)
            }}
          />
        )}
      </Field>
      <Button type="submit" icon="plus" busy={busy} disabled={!name.trim()} className={refused ? 'mb-6.5' : ''}>
        {t('put.create')}
      </Button>
    </form>
  )
}
