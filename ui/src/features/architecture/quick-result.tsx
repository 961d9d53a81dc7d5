import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { Markdown } from '@/components/markdown'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'
import { useLiveTurn } from '@/live/store'
import { useWhy } from '@/lib/why'

import { useOpen } from './open'
import type { Sent } from './quick'
import { ScrollBox } from './scroll-box'
import { StatusChip } from './status'

/** What becomes of a message that was sent from this page. */
export function QuickResult({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const t = useTexts('architecture')
  const why = useWhy()
  const open = useOpen()
  const agents = useAgentsById()
  const live = useLiveTurn(sent.id)
  // Where the events do not come, the stored execution tells.
  const read = useQuery({
    queryKey: keys.execution(sent.id),
    queryFn: () => data(api.GET('/api/agents/execution/{id}', { params: { path: { id: sent.id } } })),
  })
  const status = live?.status ?? read.data?.status ?? 'pending'
  const agentId = live?.agent ?? read.data?.agentId
  const agent = agentId ? agents.get(agentId) : undefined
  const text =
    live?.answer ??
    read.data?.answer ??
    live?.texts
      .map((one) => one.text)
      .filter(Boolean)
      .join('\n\n') ??
    ''
  const over = status === 'completed' || status === 'failed' || status === 'cancelled'
  const busy =
    status === 'pending'
      ? t('quick.queued')
      : status === 'cancelled'
        ? t('quick.stopped')
        : live?.waitingFor
          ? why(live.waitingWhy, live.waitingFor)
          : agent
            ? t('quick.working', { name: agent.name })
            : t('quick.sorting')
  return (
    <section
      aria-label={t('quick.result')}
      className="flex min-h-0 flex-1 animate-rise flex-col rounded-lg border bg-surface"
    >
      <div className="flex items-center gap-2 py-2 pr-2 pl-3">
        <Avatar agent={agent} size={24} state={status === 'running' ? 'working' : undefined} />
        <span className="min-w-0 flex-1 truncate text-base font-medium">{agent?.name ?? ''}</span>
        <StatusChip status={status} />
        <IconButton icon="x" size="small" label={t('quick.dismiss')} onClick={onClose} />
      </div>
      <ScrollBox
        label={t('run.answer')}
        aria-live="polite"
        aria-busy={!over}
        className="min-h-0 flex-1 overflow-y-auto px-3 pb-2 text-base"
      >
        {text ? <Markdown text={text} streaming={!over} /> : <span className="text-muted">{busy}</span>}
      </ScrollBox>
      <div className="flex flex-wrap gap-x-4 gap-y-1 border-t px-3 py-2 text-sm">
        <Link
          to="/chat/$conversationId"
          params={{ conversationId: sent.conversationId }}
          search={{ turn: sent.id }}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {t('quick.openThread')}
        </Link>
        <button
          type="button"
          onClick={() => open({ execution: sent.id })}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          {t('quick.openRun')}
        </button>
      </div>
    </section>
  )
}
