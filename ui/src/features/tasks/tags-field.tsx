import { useRef, useState, type KeyboardEvent } from 'react'

import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

export const MOST_TAGS = 20
const LONGEST = 50

interface TagsFieldProps {
  id?: string
  value: readonly string[]
  onChange: (tags: string[]) => void
}

/** Tags as chips; Enter or a comma adds one, Backspace in the empty field takes the last away. */
export function TagsField({ id, value, onChange }: TagsFieldProps) {
  const t = useTexts('tasks-task')
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const full = value.length >= MOST_TAGS
  const add = () => {
    const fresh = text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag, index, all) => tag && !value.includes(tag) && all.indexOf(tag) === index)
    setText('')
    if (fresh.length) onChange([...value, ...fresh].slice(0, MOST_TAGS))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && !text && value.length) onChange(value.slice(0, -1))
  }
  return (
    <div
      className={cn(
        'flex min-h-9 min-w-0 flex-wrap items-center gap-1 rounded-md border',
        'border-line-strong bg-surface px-1.5 py-1 transition-colors duration-120',
        'focus-within:border-accent hover:border-faint',
      )}
    >
      {value.map((tag) => (
        <span key={tag} className="inline-flex h-6.5 max-w-full min-w-0 items-center rounded-sm bg-sunken pl-2 text-sm">
          <span className="min-w-0 truncate">{tag}</span>
          <button
            type="button"
            aria-label={t('removeTag', { tag })}
            onClick={() => {
              onChange(value.filter((one) => one !== tag))
              field.current?.focus()
            }}
            className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-ink"
          >
            <Icon name="x" size={12} />
          </button>
        </span>
      ))}
      <input
        ref={field}
        id={id}
        aria-label={t('addTag')}
        value={text}
        readOnly={full}
        maxLength={LONGEST}
        placeholder={full ? t('tagLimit', { count: MOST_TAGS }) : t('addTag')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
        className="h-6.5 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none focus-visible:outline-none"
      />
    </div>
  )
}
