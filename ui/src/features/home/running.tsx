import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { useReason } from '@/components/states'
import { Ago } from '@/components/time'
import { notify } from '@/components/toasts'
import { WorkLink } from '@/components/work-link'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useActor } from '@/lib/residents'
import { useTexts } from '@/lib/text'
import { useLiveTurn } from '@/live/store'

const SHOWN = 5

/** What runs or waits now, with a way to stop it. */
export function Running({ turns }: { turns: readonly Schemas['Turn'][] }) {
  const t = useTexts('home')
  const more = turns.length - SHOWN
  return (
    <Card title={t('running.title')}>
      {turns.length ? (
        <ul className="flex flex-col px-2 pt-1 pb-2">
          {turns.slice(0, SHOWN).map((turn) => (
            <RunningTurn key={turn.id} turn={turn} />
          ))}
          {more > 0 && (
            <li className="px-2 pt-1 text-sm">
              <Link to="/architecture" className="text-accent underline-offset-4 hover:underline">
                {t('running.more', { count: more })}
              </Link>
            </li>
          )}
        </ul>
      ) : (
        <div className="flex flex-1 flex-col items-center justify-center gap-1 px-6 py-8 text-center">
          <Icon name="hourglass" size={26} className="mb-1 text-faint" />
          <p className="font-medium">{t('running.none')}</p>
          <p className="max-w-70 text-sm text-muted">{t('running.noneBody')}</p>
        </div>
      )}
    </Card>
  )
}

const RunningTurn = memo(function RunningTurn({ turn }: { turn: Schemas['Turn'] }) {
  const t = useTexts('home')
  const shared = useTexts('shared')
  const reason = useReason()
  const agents = useAgentsById()
  const live = useLiveTurn(turn.id)
  const stop = useMutation({
    mutationFn: () => data(api.POST('/api/agents/execution/{id}/cancel', { params: { path: { id: turn.id } } })),
    onSuccess: () => notify(t('running.stopped')),
    onError: (error) => notify(reason(error), 'failed'),
  })
  const status = live && !live.endedAt && live.status === 'waiting' ? 'waiting' : turn.status
  const agentId = live?.agent ?? turn.agentId ?? ''
  const agent = useActor(agentId, turn)
  return (
    <li className="flex min-w-0 items-center gap-1 rounded-md transition-colors duration-120 hover:bg-hover">
      <WorkLink
        swarmId={turn.swarmId}
        residentId={turn.residentId}
        conversationId={turn.conversationId}
        executionId={turn.id}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 py-2"
      >
        <Avatar
          agent={agent ?? agents.get(SUPERVISOR)}
          size={30}
          state={status === 'waiting' ? 'waiting' : 'working'}
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{turn.message}</span>
          <span className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
            <span className="min-w-0 truncate">{agent?.name ?? t('running.nobody')}</span>
            <span aria-hidden>·</span>
            <span className="shrink-0">
              {status === 'running' ? <Ago at={turn.startedAt ?? turn.createdAt} /> : shared(`status.${status}`)}
            </span>
          </span>
        </span>
      </WorkLink>
      <IconButton
        icon="stop"
        size="small"
        danger
        label={t('running.stop', { message: turn.message.slice(0, 60) })}
        disabled={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate()}
        className="mr-1.5"
      />
    </li>
  )
})
