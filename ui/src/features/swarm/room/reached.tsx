import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { memberOf, type Member } from '../model'
import type { Mail } from '../types'
import { reachOf, type Standing } from './delivery'

const LOOKS: Record<Standing, [InterfaceIcon, string]> = {
  nobody: ['prohibit', ''],
  unread: ['check', ''],
  some: ['checks', ''],
  reading: ['eye', 'text-info'],
  read: ['checks', 'text-success'],
  dead: ['warning-circle', 'text-danger'],
}

/** How far a mail has come, in a word. */
export function Reached({ mail, members }: { mail: Mail; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const reach = reachOf(mail)
  const [icon, tone] = LOOKS[reach.standing]
  const names = format.list(reach.reading.map((id) => memberOf(members, id).name))
  return (
    <span className={cn('flex items-center gap-1', tone)}>
      <Icon name={icon} size={14} />
      {t(`reach.${reach.standing}`, { names, read: reach.read, of: reach.of })}
    </span>
  )
}
