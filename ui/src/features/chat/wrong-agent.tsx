import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { Avatar } from '@/components/avatar'
import { Button, buttonLook, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Popover } from '@/components/popover'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import type { Turn } from '@/components/work/turn-view'
import { useAgents, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { addressable } from './addressed'
import { useThreadActions } from './thread-actions'

/** Lets a person say that somebody else should have had the message, who then answers it. */
export function WrongAgent({ turn }: { turn: Turn }) {
  const t = useTexts('chat')
  const reason = useReason()
  const { misroute, reroute } = useThreadActions()
  const [open, setOpen] = useState(false)
  const say = async (agentId: string | null | undefined) => {
    // Where it is known whose it was, that one can be asked at once.
    if (!agentId) setOpen(false)
    try {
      await misroute(turn, agentId)
    } catch (error) {
      notify(reason(error), 'failed')
    }
  }
  const ask = (agentId: string) => {
    setOpen(false)
    reroute(turn, agentId)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('wrongAgent')}
      className="w-72 p-0"
      trigger={<IconButton icon="signpost" size="small" label={t('wrongAgent')} pressed={turn.misroute !== null} />}
    >
      {turn.misroute ? (
        <Noted
          turn={turn}
          correct={turn.misroute.correctAgent ?? null}
          onAsk={ask}
          onUndo={() => void say(undefined)}
        />
      ) : (
        <Choose turn={turn} onAsk={ask} onNote={(agentId) => void say(agentId)} />
      )}
    </Popover>
  )
}

function Choose({
  turn,
  onAsk,
  onNote,
}: {
  turn: Turn
  onAsk: (agentId: string) => void
  onNote: (agentId: string | null) => void
}) {
  const t = useTexts('chat')
  const { data: agents } = useAgents()
  const [only, setOnly] = useState(false)
  const others = (agents ?? []).filter((agent) => addressable(agent) && agent.id !== turn.agentId)
  return (
    <>
      <div className="px-3 pt-3 pb-2">
        <p className="font-semibold">{t('wrong.title')}</p>
        <p className="mt-0.5 text-sm text-muted">{t('wrong.body')}</p>
      </div>
      <ul aria-label={t('wrong.agents')} className="max-h-56 overflow-y-auto border-t p-1.5">
        {others.map((agent) => (
          <li key={agent.id}>
            <Choice onChoose={() => (only ? onNote(agent.id) : onAsk(agent.id))}>
              <Avatar agent={agent} size={22} />
              <span className="min-w-0 truncate">{agent.name}</span>
            </Choice>
          </li>
        ))}
        <li>
          <Choice onChoose={() => onNote(null)}>
            <span className="grid size-5.5 place-items-center">
              <Icon name="question" size={18} className="text-muted" />
            </span>
            {t('wrong.somebody')}
          </Choice>
        </li>
      </ul>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 border-t px-3 py-2 text-sm">
        <input
          type="checkbox"
          checked={only}
          onChange={(event) => setOnly(event.target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        {t('wrong.noteOnly')}
      </label>
    </>
  )
}

function Noted({
  turn,
  correct,
  onAsk,
  onUndo,
}: {
  turn: Turn
  correct: string | null
  onAsk: (agentId: string) => void
  onUndo: () => void
}) {
  const t = useTexts('chat')
  const byId = useAgentsById()
  const name = (id: string | null) => (id ? (byId.get(id)?.name ?? id) : '')
  return (
    <div className="flex flex-col gap-3 p-3">
      <p className="flex items-start gap-2">
        <Icon name="check-circle" size={18} className="mt-px text-success" />
        {correct ? t('wrong.notedFor', { agent: name(correct) }) : t('wrong.noted', { agent: name(turn.agentId) })}
      </p>
      <div className="flex flex-wrap gap-2">
        {correct && (
          <Button size="small" look="primary" onClick={() => onAsk(correct)}>
            {t('wrong.ask', { agent: name(correct) })}
          </Button>
        )}
        <Button size="small" onClick={onUndo}>
          {t('wrong.undo')}
        </Button>
        <Link to="/routing" search={{ tab: 'misroutes' }} className={buttonLook('plain', 'small')}>
          {t('wrong.teachMore')}
        </Link>
      </div>
    </div>
  )
}

function Choice({ onChoose, children }: { onChoose: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex h-9 w-full items-center gap-2.5 rounded-sm px-2 text-left hover:bg-hover"
    >
      {children}
    </button>
  )
}
