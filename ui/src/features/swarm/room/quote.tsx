import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { memberOf, type Member } from '../model'
import type { Mail } from '../types'
import { useMailActions } from './actions'

const SHOWN = 160

interface QuoteProps {
  swarmId: string
  mailId: string
  /** The mail, where it is known already. */
  known: Mail | undefined
  members: ReadonlyMap<string, Member>
}

/** The mail that another one answers, in one line that leads to it. */
export function Quote({ swarmId, mailId, known, members }: QuoteProps) {
  const t = useTexts('swarm-rooms')
  const { jump } = useMailActions()
  const read = useQuery({
    queryKey: keys.mail(mailId),
    queryFn: ({ signal }) =>
      data(api.GET('/api/swarms/{id}/mail/{mailId}', { params: { path: { id: swarmId, mailId } }, signal })),
    enabled: known === undefined,
  })
  const mail = known ?? read.data
  if (!mail) return <div className="h-6" />
  const name = memberOf(members, mail.sender).name
  return (
    <button
      type="button"
      onClick={() => jump(mail.id)}
      title={t('mail.toQuoted')}
      className={cn(
        'mb-1 flex min-h-6 max-w-full items-center gap-1.5 rounded-sm border-l-2',
        'border-line-strong px-2 text-left text-sm text-muted transition-colors',
        'duration-120 hover:bg-hover hover:text-ink',
      )}
    >
      <Icon name="arrow-bend-down-right" size={14} className="rotate-180" />
      <span className="min-w-0 truncate">
        <span className="font-medium">{name}</span> {lineOf(mail.content)}
      </span>
    </button>
  )
}

/** The beginning of a mail in one line. */
export function lineOf(content: string): string {
  return [
    ...content
      .slice(0, SHOWN * 2)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, SHOWN)
    .join('')
}
