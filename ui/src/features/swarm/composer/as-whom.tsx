import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { Menu, MenuItem } from '@/components/menu'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { memberOf, PERSON, type Member } from '../model'

interface AsWhomProps {
  /** The resident in whose name is written; nothing for the person's own. */
  as: string | null
  /** Whether the person can write in their own name here. */
  own: boolean
  residents: readonly Member[]
  members: ReadonlyMap<string, Member>
  onChange: (as: string | null) => void
}

/** In whose name one writes: one's own, or a resident's, who then need not answer. */
export function AsWhom({ as, own, residents, members, onChange }: AsWhomProps) {
  const t = useTexts('swarm-rooms')
  const member = memberOf(members, as ?? PERSON)
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={as ? t('composer.asMember', { name: member.name }) : t('composer.asYou')}
          className={cn(
            'flex h-8 max-w-full min-w-0 items-center gap-1.5 rounded-full py-1 pr-2 pl-1',
            'text-sm text-muted transition-colors duration-120 hover:bg-hover hover:text-ink',
          )}
        >
          <Avatar agent={member} size={24} />
          <span className="min-w-0 truncate">
            {as ? t('composer.forMember', { name: member.name }) : t('composer.self')}
          </span>
          <Icon name="caret-down" size={12} />
        </button>
      }
    >
      {own && (
        <MenuItem checked={as === null} onSelect={() => onChange(null)}>
          {t('composer.asYou')}
        </MenuItem>
      )}
      {residents.map((one) => (
        <MenuItem key={one.id} checked={as === one.id} onSelect={() => onChange(one.id)}>
          {t('composer.asMember', { name: one.name })}
        </MenuItem>
      ))}
    </Menu>
  )
}
