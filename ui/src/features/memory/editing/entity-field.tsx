import { useId, useState, type KeyboardEvent } from 'react'

import { TextInput } from '@/components/field'
import { cn } from '@/lib/cn'
import { useDebounced } from '@/lib/debounced'
import { useTexts } from '@/lib/text'

import { TypeDisc } from '../badges'
import { useEntities } from '../list/use-entities'
import type { EntityBrief } from '../types'

const SHOWN = 6
const SETTLE_MS = 180

interface EntityFieldProps {
  scope: string
  value: string
  onChange: (text: string) => void
  /** An entity was taken from those that were offered. */
  onPick: (entity: EntityBrief) => void
  /** Ids of entities that are not offered. */
  without: readonly string[]
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }
}

/** A field for the name of an entity, which offers those that contain what is written. */
export function EntityField({ scope, value, onChange, onPick, without, control }: EntityFieldProps) {
  const t = useTexts('memory-editing')
  const memory = useTexts('memory')
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  const search = useDebounced(value.trim(), SETTLE_MS)
  const { total, at, stale, pending } = useEntities({ scope, search, type: undefined, outside: false }, 0, 0, open)
  // Until the answer to what is written is there, only those of the last answer are offered that fit it by name.
  const settled = search === value.trim() && !stale
  const written = value.trim().toLowerCase()
  const offered = Array.from({ length: Math.min(total, SHOWN + without.length) }, (_, place) => at(place))
    .filter((entity): entity is EntityBrief => entity !== undefined && !without.includes(entity.id))
    .filter((entity) => settled || entity.name.toLowerCase().includes(written))
    .slice(0, SHOWN)
  const chosen = Math.min(marked, offered.length - 1)
  const pick = (entity: EntityBrief) => {
    onChange(entity.name)
    onPick(entity)
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (open) setMarked(Math.max(0, Math.min(offered.length - 1, chosen + step)))
      else setOpen(true)
    } else if (event.key === 'Enter' && open && offered[chosen]) {
      event.preventDefault()
      pick(offered[chosen])
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      event.nativeEvent.stopImmediatePropagation()
      setOpen(false)
    }
  }
  return (
    <div className="flex flex-col gap-1">
      <TextInput
        {...control}
        role="combobox"
        aria-expanded={open && offered.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        autoComplete="off"
        aria-activedescendant={open && offered[chosen] ? `${listId}-${chosen}` : undefined}
        value={value}
        maxLength={1000}
        onChange={(event) => {
          onChange(event.target.value)
          setOpen(true)
          setMarked(0)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {open && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('picker.suggestions')}
          className={cn('max-h-64 overflow-y-auto rounded-md border p-1', !offered.length && 'sr-only')}
        >
          {offered.map((entity, index) => (
            <div
              key={entity.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              tabIndex={-1}
              // The field would lose the focus, and the list would be gone before the press is one.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(entity)}
              onKeyDown={() => undefined}
              onMouseEnter={() => setMarked(index)}
              className={cn('flex h-9 items-center gap-2.5 rounded-sm px-2', index === chosen && 'bg-hover')}
            >
              <TypeDisc type={entity.entityType} size={24} />
              <span className="min-w-0 flex-1 truncate">{entity.name}</span>
              <span className="max-w-32 min-w-0 truncate text-sm text-muted">
                {entity.entityType || memory('noType')}
              </span>
            </div>
          ))}
        </div>
      )}
      {open && !pending && !stale && value.trim() !== '' && search === value.trim() && !offered.length && (
        <p className="text-sm text-muted">{t('picker.none', { text: value.trim() })}</p>
      )}
    </div>
  )
}
