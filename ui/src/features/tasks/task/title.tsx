import { useState } from 'react'

import { useReason } from '@/components/states'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Task } from '../types'
import { useEdit } from '../use-acts'

const LONGEST = 200

/** The title, to be changed where it stands: Enter or leaving it saves, Escape gives up. */
export function Title({ task }: { task: Task }) {
  const t = useTexts('tasks-task')
  const reason = useReason()
  const edit = useEdit(task)
  const [text, setText] = useState<string | null>(null)
  const save = () => {
    const title = (text ?? '').trim()
    if (text === null || !title || title === task.title) return setText(null)
    // What is written since is not saved yet, and stays.
    edit.mutate({ title }, { onSuccess: () => setText((now) => (now === text ? null : now)) })
  }
  return (
    <div>
      <textarea
        aria-label={t('title')}
        rows={1}
        data-escape={text === null ? undefined : ''}
        maxLength={LONGEST}
        value={text ?? task.title}
        onChange={(event) => setText(event.target.value.replaceAll('\n', ' '))}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            event.currentTarget.blur()
          } else if (event.key === 'Escape' && text !== null) {
            event.preventDefault()
            setText(null)
          }
        }}
        className={cn(
          '-mx-2 field-sizing-content w-[calc(100%+16px)] resize-none rounded-md border',
          'border-transparent bg-transparent px-2 py-1 text-lg font-semibold break-words',
          'hover:border-line focus-visible:border-accent focus-visible:outline-none',
        )}
      />
      {edit.error && (
        <p role="alert" className="text-sm text-danger">
          {reason(edit.error)}
        </p>
      )}
    </div>
  )
}
