import { useEffect } from 'react'

import { Avatar } from '@/components/avatar'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Member } from '../model'
import { optionId } from './use-mentions'

interface MentionListProps {
  id: string
  members: readonly Member[]
  active: number
  onChoose: (member: Member) => void
}

/** The members that fit what is written after an `@`; the field keeps the focus. */
export function MentionList({ id, members, active, onChoose }: MentionListProps) {
  const t = useTexts('swarm-rooms')
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div id={id} role="listbox" aria-label={t('composer.mentions')} className="absolute bottom-full left-2 z-30 mb-2 max-h-72 w-[min(320px,calc(100%-16px))] animate-fade overflow-y-auto rounded-lg border floating p-1.5 shadow-float">
      {members.map((member, index) => (
        // The field that has the focus is what keys act on.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={member.id}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(member)}
          className={cn('flex items-center gap-2.5 rounded-md px-2 py-1.5', index === active ? 'bg-hover' : 'hover:bg-hover')}
        >
          <Avatar agent={member} size={26} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{member.name}</span>
            {member.role && <span className="block truncate text-sm text-muted">{member.role}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}
