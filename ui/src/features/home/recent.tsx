import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { BY_PEOPLE } from '@/lib/conversations'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

const SHOWN = 6

/** The threads that were touched last. */
export function Recent() {
  const t = useTexts('home')
  const shared = useTexts('shared')
  const agents = useAgentsById()
  const found = useQuery({
    queryKey: [...keys.conversations, 'recent'],
    queryFn: () =>
      data(api.GET('/api/conversations', { params: { query: { limit: SHOWN * 2, begunBy: [...BY_PEOPLE] } } })),
    select: (answer) =>
      [...answer.conversations].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)).slice(0, SHOWN),
  })
  return (
    <Card
      title={t('recent.title')}
      actions={
        <Link
          to="/chat"
          className={cn(
            'flex items-center gap-1 rounded-sm text-sm font-medium text-accent',
            'underline-offset-4 hover:underline',
          )}
        >
          {t('recent.all')}
          <Icon name="arrow-right" size={14} />
        </Link>
      }
    >
      {found.isPending ? (
        <div className="flex flex-col gap-2 p-3">
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="h-11" />
          ))}
        </div>
      ) : found.error ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} className="py-8" />
      ) : found.data.length ? (
        <ul className="grid gap-x-2 px-2 pt-1 pb-2 lg:grid-cols-2">
          {found.data.map((thread) => (
            <li key={thread.id} className="min-w-0">
              <Link
                to="/chat/$conversationId"
                params={{ conversationId: thread.id }}
                className={cn(
                  'flex min-w-0 items-center gap-2.5 rounded-md px-2 py-2 transition-colors',
                  'duration-120 hover:bg-hover',
                )}
              >
                <Avatar agent={agents.get(thread.agentId)} size={30} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium" title={thread.title}>
                    {thread.title}
                  </span>
                  <span className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
                    <span className="min-w-0 truncate">{agents.get(thread.agentId)?.name ?? thread.agentId}</span>
                    <span aria-hidden>·</span>
                    <Ago at={thread.updatedAt} className="shrink-0" />
                  </span>
                </span>
                <Chip tone={thread.mode === 'direct' ? 'accent' : 'neutral'}>{shared(`mode.${thread.mode}`)}</Chip>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <div className="flex flex-col items-center gap-1 px-6 py-8 text-center">
          <Icon name="chat-circle-dots" size={26} className="mb-1 text-faint" />
          <p className="font-medium">{t('recent.none')}</p>
          <p className="text-sm text-muted">{t('recent.noneBody')}</p>
        </div>
      )}
    </Card>
  )
}
