import { memo } from 'react'

import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { CopyButton } from '@/components/copy-button'
import { withNumbers } from '@/components/markdown/citations'
import { Menu, MenuItem } from '@/components/menu'
import type { Turn } from '@/components/work/turn-view'
import { useAgents } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { byContext } from '@/lib/stages'

import { addressable } from './addressed'
import { useThreadActions } from './thread-actions'
import { WrongAgent } from './wrong-agent'

/** What a person can do with an answer that is over. */
export const TurnActions = memo(function TurnActions({
  turn,
  answer,
  last,
}: {
  turn: Turn
  answer: string
  last: boolean
}) {
  const t = useTexts('chat')
  const { rate, retry, pin } = useThreadActions()
  const rated = turn.feedback
  const completed = turn.status === 'completed'
  const chosen = turn.decision === null || turn.decision.stage === 'explicit'
  return (
    <div
      role="group"
      aria-label={t('actions')}
      className={cn(
        '-ml-1.5 flex flex-wrap items-center gap-0.5 transition-opacity duration-120',
        'group-focus-within/turn:opacity-100 group-hover/turn:opacity-100',
        'pointer-coarse:opacity-100',
        !last && !rated && !turn.misroute && !turn.pinned && 'opacity-0',
      )}
    >
      {answer && <CopyButton text={() => withNumbers(answer)} label={t('copyAnswer')} />}
      {completed && (
        <>
          <IconButton
            icon="thumbs-up"
            size="small"
            label={t('good')}
            pressed={rated === 'up'}
            onClick={() => rate(turn, rated === 'up' ? null : 'up')}
          />
          <IconButton
            icon="thumbs-down"
            size="small"
            label={t('bad')}
            pressed={rated === 'down'}
            onClick={() => rate(turn, rated === 'down' ? null : 'down')}
          />
        </>
      )}
      {!chosen && !turn.pinned && <WrongAgent turn={turn} />}
      {turn.decision && !byContext(turn.decision.stage) && !turn.misroute && (
        <IconButton
          icon="push-pin"
          size="small"
          label={t(turn.pinned ? 'right.unpin' : 'right.pin')}
          pressed={turn.pinned}
          onClick={() => pin(turn, !turn.pinned)}
        />
      )}
      <IconButton icon="arrow-clockwise" size="small" label={t('retry')} onClick={() => retry(turn.id)} />
      <RetryWith turn={turn} />
    </div>
  )
})

function RetryWith({ turn }: { turn: Turn }) {
  const t = useTexts('chat')
  const { retryWith } = useThreadActions()
  const { data: agents } = useAgents()
  const others = (agents ?? []).filter((agent) => addressable(agent) && agent.id !== turn.agentId)
  return (
    <Menu align="start" trigger={<IconButton icon="users-three" size="small" label={t('retryWith')} />}>
      <div className="max-h-80 overflow-y-auto">
        {others.map((agent) => (
          <MenuItem key={agent.id} onSelect={() => retryWith(turn.id, agent.id)}>
            <span className="flex items-center gap-2">
              <Avatar agent={agent} size={20} />
              <span className="min-w-0 truncate">{agent.name}</span>
            </span>
          </MenuItem>
        ))}
      </div>
    </Menu>
  )
}
