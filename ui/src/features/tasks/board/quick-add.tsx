import { useRef, useState } from 'react'

import { CONTROL } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import type { Status } from '../types'
import { useCreate } from '../use-acts'

const LONGEST = 200

/** A line at the top of a column: what is written becomes a task at Enter, and the line is ready for the next. */
export function QuickAdd({ status }: { status: Status }) {
  const t = useTexts('tasks')
  const reason = useReason()
  const { filters } = useAddress()
  const create = useCreate()
  const [title, setTitle] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const add = async () => {
    const written = title.trim()
    if (!written || create.isPending) return
    const { agent, priority, tag } = filters
    try {
      // What is created under a filter fits it.
      await create.mutateAsync({
        title: written,
        status,
        ...(agent ? { agentId: agent } : {}),
        ...(priority ? { priority } : {}),
        ...(tag ? { tags: [tag] } : {}),
      })
      setTitle('')
    } catch {
      // The line says what was wrong, and keeps what was written.
    }
    field.current?.focus()
  }
  const label = t('add.to', { column: t(`status.${status}`) })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <span className="relative flex">
        <Icon
          name="plus"
          size={15}
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
        />
        <input
          ref={field}
          value={title}
          onChange={(event) => {
            setTitle(event.target.value)
            if (create.error) create.reset()
          }}
          onKeyDown={(event) => event.key === 'Escape' && setTitle('')}
          aria-label={label}
          aria-invalid={create.error ? true : undefined}
          placeholder={t('add.prompt')}
          maxLength={LONGEST}
          readOnly={create.isPending}
          enterKeyHint="done"
          className={cn(CONTROL, 'h-9 border-dashed bg-transparent pl-8')}
        />
      </span>
      {create.error && (
        <p role="alert" className="pt-1 text-sm break-words text-danger">
          {reason(create.error)}
        </p>
      )}
    </form>
  )
}
