import { useState } from 'react'

import { Avatar } from '@/components/avatar'
import { SearchInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { plain } from '@/lib/plain'
import { useTexts } from '@/lib/text'

import type { Member } from '../model'

const MANY = 8

interface MemberPickerProps {
  label: string
  from: readonly Member[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Members to choose from, with their discs. */
export function MemberPicker({ label, from, chosen, onChange }: MemberPickerProps) {
  const t = useTexts('swarm-rooms')
  const [sought, setSought] = useState('')
  const shown = from.filter((member) => plain(`${member.name} ${member.role}`).includes(plain(sought.trim())))
  const toggle = (id: string) => {
    const now = new Set(chosen)
    if (!now.delete(id)) now.add(id)
    onChange(now)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {from.length > MANY && <SearchInput value={sought} onChange={setSought} label={t('members.search')} />}
      <div className="flex max-h-64 flex-col overflow-y-auto rounded-md border p-1">
        {shown.map((member) => (
          <label
            key={member.id}
            className={cn(
              'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1 hover:bg-hover',
              'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2',
              'has-focus-visible:outline-accent',
              chosen.has(member.id) && 'bg-accent-soft/60',
            )}
          >
            <Avatar agent={member} size={28} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{member.name}</span>
              {member.role && <span className="block truncate text-sm text-muted">{member.role}</span>}
            </span>
            <input
              type="checkbox"
              checked={chosen.has(member.id)}
              onChange={() => toggle(member.id)}
              aria-label={member.name}
              className="sr-only"
            />
            <span
              aria-hidden
              className={cn(
                'grid size-4.5 place-items-center rounded-sm border',
                chosen.has(member.id) ? 'border-accent bg-accent text-on-accent' : 'border-line-strong',
              )}
            >
              {chosen.has(member.id) && <Icon name="check" size={13} />}
            </span>
          </label>
        ))}
        {!shown.length && <p className="px-2 py-3 text-sm text-muted">{t('members.nobody')}</p>}
      </div>
    </fieldset>
  )
}
