import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

import { api, ApiError, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { Identity, Limits, Place, Rights } from './form-fields'
import { NeededRows } from './needed-rows'
import type { Part } from './part'
import { Paste } from './paste'
import { BLANK, bodyOf, fieldOf, refusalsOf, registrationOf, type Registration, type Server } from './registration'
import { takeServer, titleOf } from './use-servers'
import { ValueRows } from './value-rows'

/** Registers a server, or changes one. */
export function ServerForm({ server, onClose }: { server: Server | undefined; onClose: () => void }) {
  const t = useTexts('tools-servers')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Registration>(() => (server ? registrationOf(server) : BLANK))
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      server
        ? data(api.PUT('/api/mcp/servers/{id}', { params: { path: { id: server.id } }, body: bodyOf(draft) }))
        : data(api.POST('/api/mcp/servers', { body: bodyOf(draft) })),
    onSuccess: (stored) => {
      takeServer(queries, stored)
      for (const queryKey of [keys.mcpServers, keys.tools, keys.credentials])
        void queries.invalidateQueries({ queryKey })
      notify(t(server ? 'saved' : 'registered', { name: titleOf(stored) }))
    },
  })
  const refusals = tried ? refusalsOf(draft) : {}
  const refused = save.error instanceof ApiError ? save.error : undefined
  const refusedField = fieldOf(refused?.field) ?? (refused?.status === 409 ? 'name' : undefined)
  const part: Part = {
    draft,
    set: (change) => setDraft((now) => ({ ...now, ...change })),
    problem: (field) => {
      const own = refusals[field as keyof typeof refusals]
      if (own) return t(`form.problem.${own as 'name'}`)
      return field === refusedField ? refused?.message : undefined
    },
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // At once: what is typed next belongs into the field that is marked now.
    flushSync(() => setTried(true))
    if (Object.keys(refusalsOf(draft)).length)
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    // A dialog that was opened since stays.
    else save.mutate(undefined, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={server ? t('form.editTitle', { name: titleOf(server) }) : t('form.newTitle')}
      description={t('form.about')}
      actions={
        <>
          {save.error && !save.isPending && (
            <p role="alert" className="mr-auto min-w-0 self-center break-words text-danger">
              {reason(save.error)}
            </p>
          )}
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="mcp-server" busy={save.isPending}>
            {t(server ? 'form.save' : 'form.create')}
          </Button>
        </>
      }
    >
      <form id="mcp-server" onSubmit={submit} noValidate autoComplete="off" className="flex min-w-0 flex-col gap-6">
        {!server && <Paste onTake={setDraft} />}
        <FormSection title={t('form.sections.what')}>
          <Identity {...part} />
        </FormSection>
        <FormSection title={t('form.sections.how')}>
          <Place {...part} />
        </FormSection>
        <FormSection
          title={t(draft.transport === 'stdio' ? 'form.environment' : 'form.headers')}
          about={t('form.valuesHint')}
        >
          <ValueRows {...part} />
        </FormSection>
        <FormSection title={t('form.sections.needed')} about={t('form.neededHint')}>
          <NeededRows {...part} />
        </FormSection>
        <FormSection title={t('form.sections.may')}>
          <Rights {...part} />
        </FormSection>
        <FormSection title={t('form.sections.limits')}>
          <Limits {...part} />
        </FormSection>
      </form>
    </Dialog>
  )
}

function FormSection({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 w-full border-b pb-1.5">
        <span className="text-base font-semibold">{title}</span>
        {about && <span className="block text-sm text-muted">{about}</span>}
      </legend>
      {children}
    </fieldset>
  )
}
