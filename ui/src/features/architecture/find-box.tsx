import { useId, useState } from 'react'

import { Avatar } from '@/components/avatar'
import { CONTROL } from '@/components/field'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { findIn, type Findable } from './find'
import { STATION_ICONS, type StationKind } from './stations'

const MOST = 8

/** Finds a node by its name, id or tags. */
export function FindBox({ all, onFound }: { all: readonly Findable[]; onFound: (id: string) => void }) {
  const t = useTexts('architecture')
  const shared = useTexts('shared')
  const list = useId()
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = findIn(all, query, MOST)
  const at = Math.min(active, found.length - 1)

  const choose = (id: string | undefined) => {
    if (!id) return
    setQuery('')
    setOpen(false)
    onFound(id)
  }
  return (
    <div className="relative w-60 min-w-0 max-lg:w-48 max-sm:flex-1">
      <Icon
        name="magnifying-glass"
        size={16}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
      />
      <input
        role="combobox"
        aria-label={t('find.label')}
        aria-expanded={open}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && found[at] ? `${list}-${at}` : undefined}
        placeholder={t('find.label')}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            setOpen(true)
            setActive((at + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % Math.max(1, found.length))
          } else if (event.key === 'Enter') {
            event.preventDefault()
            choose(found[at]?.node.id)
          } else if (event.key === 'Escape' && open) {
            event.preventDefault()
            setOpen(false)
          }
        }}
        className={cn(CONTROL, 'h-9 pl-8')}
      />
      {open && (
        <div
          className={cn(
            'absolute top-full right-0 left-0 z-20 mt-1.5 animate-fade rounded-md border',
            'floating p-1 shadow-float',
          )}
        >
          <div id={list} role="listbox" aria-label={t('find.label')}>
            {found.map(({ node, name }, index) => (
              <div
                key={node.id}
                id={`${list}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                // Chosen at once: the focus that a press takes from the input would close the list before a click.
                onPointerDown={(event) => {
                  event.preventDefault()
                  choose(node.id)
                }}
                onPointerMove={() => setActive(index)}
                className={cn('flex h-9 items-center gap-2.5 rounded-sm px-2', index === at && 'bg-hover')}
              >
                {node.color ? (
                  <Avatar agent={node} size={24} />
                ) : (
                  <span className="module-soft module-ink grid size-6 place-items-center rounded-full">
                    <Icon name={STATION_ICONS[node.kind as StationKind]} size={14} />
                  </span>
                )}
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {node.role && <span className="text-sm text-muted">{shared(`role.${node.role}`)}</span>}
              </div>
            ))}
          </div>
          {!found.length && <p className="px-2 py-1.5 text-sm text-muted">{t('find.none')}</p>}
        </div>
      )}
      <span role="status" className="sr-only">
        {open && query ? t('find.found', { count: found.length }) : ''}
      </span>
    </div>
  )
}
