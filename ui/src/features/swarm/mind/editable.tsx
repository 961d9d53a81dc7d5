import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { TextArea, TextInput } from '@/components/field'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'

import { Problem } from '../problem'
import type { Resident } from '../types'
import { putResident } from '../use-acts'

interface EditableProps {
  resident: Resident
  label: string
  hint?: string
  value: string
  /** What the text stands for; nothing where it cannot be saved. */
  change: (text: string) => Partial<Schemas['ResidentChanges']> | null
  /** Lines of text; one where there are none. */
  rows?: number
  maxLength?: number
  /** Names that programs read. */
  code?: boolean
  numeric?: boolean
  /** How it looks while nobody changes it. */
  children: ReactNode
}

/** Something about a resident that can be changed where it stands. */
export function Editable({ children, ...rest }: EditableProps) {
  const t = useTexts('swarm')
  const [editing, setEditing] = useState(false)
  const back = useRef<HTMLButtonElement>(null)
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !editing) back.current?.focus()
    was.current = editing
  }, [editing])
  return (
    <section className="flex min-w-0 flex-col gap-1">
      {editing ? (
        <Form {...rest} onClose={() => setEditing(false)} />
      ) : (
        <>
          <div className="flex min-h-7 items-center gap-1">
            <h3 className="min-w-0 flex-1 text-sm font-semibold">{rest.label}</h3>
            <IconButton
              ref={back}
              icon="pencil-simple"
              size="small"
              label={`${t('mind.edit')}: ${rest.label}`}
              onClick={() => setEditing(true)}
            />
          </div>
          {children}
        </>
      )}
    </section>
  )
}

function Form({
  resident,
  label,
  hint,
  value,
  change,
  rows,
  maxLength,
  code,
  numeric,
  onClose,
}: Omit<EditableProps, 'children'> & { onClose: () => void }) {
  const t = useTexts('swarm')
  const shared = useTexts('shared')
  const queries = useQueryClient()
  const id = useId()
  const [text, setText] = useState(value)
  const save = useMutation({
    mutationFn: (body: Partial<Schemas['ResidentChanges']>) =>
      data(
        api.PATCH('/api/swarms/{id}/residents/{residentId}', {
          params: { path: { id: resident.swarmId, residentId: resident.id } },
          body: body as Schemas['ResidentChanges'],
        }),
      ),
    onSuccess: (after) => {
      putResident(queries, after)
      notify(t('done.saved'))
    },
  })
  const body = change(text)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (text === value) onClose()
    else if (body && !save.isPending) save.mutate(body, { onSuccess: onClose })
  }
  const control = {
    id,
    value: text,
    maxLength,
    readOnly: save.isPending,
    spellCheck: !code,
    'aria-describedby': hint ? `${id}-about` : undefined,
    // What the person has just asked for.
    autoFocus: true,
    onChange: (event: ChangeEvent<HTMLInputElement & HTMLTextAreaElement>) => setText(event.target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault()
        event.stopPropagation()
        onClose()
      } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    },
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {rows ? (
        <TextArea {...control} rows={rows} className={code ? 'font-mono text-sm' : ''} />
      ) : (
        <TextInput
          {...control}
          autoComplete="off"
          inputMode={numeric ? 'numeric' : 'text'}
          className={code ? 'font-mono' : numeric ? 'numbers' : ''}
        />
      )}
      {hint && (
        <p id={`${id}-about`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <Problem error={save.error} />
      <div className="flex gap-2">
        <Button type="submit" size="small" look="primary" busy={save.isPending} disabled={!body}>
          {shared('save')}
        </Button>
        <Button size="small" onClick={onClose} disabled={save.isPending}>
          {shared('cancel')}
        </Button>
      </div>
    </form>
  )
}
