import { useEffect } from 'react'

import { cn } from '@/lib/cn'

import { Avatar } from '../avatar'
import { optionId, type Mentions } from './use-mentions'

/** One who can be named. */
export interface Nameable {
  id: string
  name: string
  color: string
  icon: string
}

interface MentionListProps<T> {
  mentions: Mentions<T>
  label: string
  aboutOf: (one: T) => string
  /** What is said where nobody is found. */
  none?: string | undefined
}

/** Those who fit what is written after an `@`; the field keeps the focus. */
export function MentionList<T extends Nameable>({ mentions, label, aboutOf, none }: MentionListProps<T>) {
  const { listId, found, index: active, choose } = mentions
  useEffect(() => {
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={label}
      className={cn(
        'absolute bottom-full left-2 z-30 mb-2 max-h-72 w-[min(340px,calc(100%-16px))] animate-fade overflow-y-auto',
        'rounded-lg border floating p-1.5 shadow-float',
      )}
    >
      {found.map((one, index) => (
        // The field that has the focus is what keys act on.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={one.id}
          id={optionId(listId, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(one)}
          className={cn(
            'flex items-center gap-2.5 rounded-md px-2 py-1.5',
            index === active ? 'bg-hover' : 'hover:bg-hover',
          )}
        >
          <Avatar agent={one} size={26} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{one.name}</span>
            {aboutOf(one) && <span className="block truncate text-sm text-muted">{aboutOf(one)}</span>}
          </span>
        </div>
      ))}
      {!found.length && <p className="px-2 py-1.5 text-muted">{none}</p>}
    </div>
  )
}
