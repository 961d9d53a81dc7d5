import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Project } from './data'

interface ProjectFormProps {
  /** The one that is changed; a new one where there is none. */
  project?: Project
  onSaved: (project: Project) => void
  onClose: () => void
}

/** Takes what a project is called and about. */
export function ProjectForm({ project, onSaved, onClose }: ProjectFormProps) {
  const t = useTexts('projects')
  const form = useId()
  const reason = useReason()
  const queries = useQueryClient()
  const [name, setName] = useState(project?.name ?? '')
  const [about, setAbout] = useState(project?.about ?? '')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const save = async () => {
    setBusy(true)
    const body = { name: name.trim(), about: about.trim() }
    try {
      const saved = await data(
        project
          ? api.PATCH('/api/projects/{id}', { params: { path: { id: project.id } }, body })
          : api.POST('/api/projects', { body }),
      )
      await queries.invalidateQueries({ queryKey: keys.projects })
      onSaved(saved)
      onClose()
    } catch (error) {
      setRefused(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(project ? 'form.change' : 'form.create')}
      actions={
        <>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={busy} disabled={!name.trim()}>
            {t(project ? 'form.save' : 'form.make')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) void save()
        }}
      >
        <Field label={t('form.name')} error={refused ? reason(refused) : undefined}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              maxLength={120}
              placeholder={t('form.nameHint')}
              onChange={(event) => {
                setName(event.target.value)
                setRefused(null)
              }}
            />
          )}
        </Field>
        <Field label={t('form.about')} hint={t('form.aboutHint')}>
          {(control) => (
            <TextInput {...control} value={about} maxLength={500} onChange={(event) => setAbout(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
