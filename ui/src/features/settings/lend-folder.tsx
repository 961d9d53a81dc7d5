import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, ApiError, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, Select, Switch, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useAgents } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** Lends a folder of the server's machine to programs. */
export function LendFolder({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts('settings')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const agents = useAgents()
  const [path, setPath] = useState('')
  const [name, setName] = useState('')
  const [agentId, setAgentId] = useState('')
  const [writable, setWritable] = useState(false)
  const [forEverybody, setForEverybody] = useState(false)
  const lend = useMutation({
    mutationFn: () =>
      data(
        api.POST('/api/programs/folders', {
          body: { path: path.trim(), name: name.trim() || null, writable, forEverybody, agentId: agentId || null },
        }),
      ),
    onSuccess: (folder) => {
      notify(t('programs.isLent', { place: `/lent/${folder.name}` }))
      close()
      return queries.invalidateQueries({ queryKey: keys.lentFolders })
    },
  })
  const close = () => {
    onClose()
    lend.reset()
    setPath('')
    setName('')
    setAgentId('')
    setWritable(false)
    setForEverybody(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    lend.mutate()
  }
  const field = lend.error instanceof ApiError ? lend.error.field : undefined
  const errorAt = (at: string) =>
    lend.error && (field === at || (at === 'path' && field !== 'name')) ? reason(lend.error) : undefined
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('programs.lend')}
      description={t('programs.lendAbout')}
      actions={
        <>
          <Button onClick={close}>{shared('cancel')}</Button>
          <Button look="primary" type="submit" form="lend-folder" busy={lend.isPending} disabled={!path.trim()}>
            {t('programs.lendIt')}
          </Button>
        </>
      }
    >
      <form id="lend-folder" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('programs.path')} hint={t('programs.pathHint')} error={errorAt('path')}>
          {(control) => (
            <TextInput
              {...control}
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              value={path}
              maxLength={4096}
              placeholder="/srv/reports"
              onChange={(event) => setPath(event.target.value)}
              className="font-mono"
            />
          )}
        </Field>
        <Field label={t('programs.name')} hint={t('programs.nameHint')} error={errorAt('name')}>
          {(control) => (
            <TextInput
              {...control}
              autoCapitalize="off"
              spellCheck={false}
              value={name}
              maxLength={40}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('programs.agent')}>
          {(control) => (
            <Select {...control} value={agentId} onChange={(event) => setAgentId(event.target.value)}>
              <option value="">{t('programs.allAgents')}</option>
              {agents.data?.map((agent) => (
                <option key={agent.id} value={agent.id}>
                  {agent.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Choice
          label={t('programs.mayWrite')}
          hint={t('programs.mayWriteHint')}
          checked={writable}
          onChange={setWritable}
        />
        <Choice
          label={t('programs.toEverybody')}
          hint={t('programs.toEverybodyHint')}
          checked={forEverybody}
          onChange={setForEverybody}
        />
      </form>
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Choice({ label, hint, checked, onChange }: ChoiceProps) {
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium">{label}</p>
        <p className="text-sm text-muted">{hint}</p>
      </div>
      <Switch label={label} checked={checked} onChange={onChange} />
    </div>
  )
}
