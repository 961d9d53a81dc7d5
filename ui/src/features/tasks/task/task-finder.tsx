import { useId, useState, type KeyboardEvent } from 'react'

import { SearchInput } from '@/components/field'
import { cn } from '@/lib/cn'
import { useDebounced } from '@/lib/debounced'
import { useTexts } from '@/lib/text'

import { useOfferedTasks } from '../data'
import { StatusMark } from '../marks'

const SETTLE_MS = 180

interface TaskFinderProps {
  /** Ids that are not offered. */
  without: readonly string[]
  onPick: (id: string) => void
  onClose: () => void
}

/** A field that finds tasks by number or title. */
export function TaskFinder({ without, onPick, onClose }: TaskFinderProps) {
  const t = useTexts('tasks-task')
  const listId = useId()
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  const search = useDebounced(text.trim().replace(/^#/, ''), SETTLE_MS)
  const found = useOfferedTasks(search, true)
  const offered = (found.data?.tasks ?? []).filter((task) => !without.includes(task.id))
  const chosen = Math.min(marked, offered.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setMarked(Math.max(0, Math.min(offered.length - 1, chosen + step)))
    else if (event.key === 'Enter' && offered[chosen]) onPick(offered[chosen].id)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-1">
      <SearchInput
        label={t('findTask')}
        value={text}
        maxLength={200}
        onChange={(next) => {
          setText(next)
          setMarked(0)
        }}
        // What the person has just asked for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        data-escape
        role="combobox"
        aria-expanded={offered.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        autoComplete="off"
        aria-activedescendant={offered[chosen] ? `${listId}-${chosen}` : undefined}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t('suggestions')}
        className={cn('max-h-64 overflow-y-auto rounded-md border p-1', !offered.length && 'sr-only')}
      >
        {offered.map((task, index) => (
          <div
            key={task.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            // The field would lose the focus, and with it its keys.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(task.id)}
            onKeyDown={() => undefined}
            onMouseEnter={() => setMarked(index)}
            className={cn('flex min-h-9 items-center gap-2.5 rounded-sm px-2', index === chosen && 'bg-hover')}
          >
            <span className="min-w-0 flex-1 truncate">
              <span className="numbers text-muted">#{task.number}</span> {task.title}
            </span>
            <StatusMark status={task.status} className="text-sm text-muted" />
          </div>
        ))}
      </div>
      {found.isSuccess && !found.isPlaceholderData && !offered.length && (
        <p className="text-sm text-muted">{t('noTask', { text: text.trim() })}</p>
      )}
    </div>
  )
}
