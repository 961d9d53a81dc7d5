import { Chip } from '@/components/chip'
import { statusOf, type Status } from '@/components/work/turn-view'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { useLive } from '@/live/store'

import { PlaceBar } from './place-bar'
import type { Mode } from './send'
import { useGoTo } from './use-place'

interface ThreadHeaderProps {
  title: string
  agentId: string
  mode: Mode
  /** The execution that is carried out now. */
  current: string | null
  /** Who works on it and how it stands, as far as that was read; events may know more. */
  worker: string | null
  stored: Status | undefined
  /** Buttons that open what has no room. */
  children?: React.ReactNode
}

/** What thread this is, who answers in it now and why. */
export function ThreadHeader({ title, agentId, mode, current, worker, stored, children }: ThreadHeaderProps) {
  const goTo = useGoTo()
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5 sm:px-6">
      <div className="flex min-w-0 flex-1 basis-60 items-center gap-2">
        {children}
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-md font-semibold">{title}</h1>
          <WhoAnswers agentId={agentId} mode={mode} current={current} worker={worker} stored={stored} />
        </div>
      </div>
      <PlaceBar agentId={agentId} mode={mode} onChange={(agent, wanted) => void goTo(agent, wanted)} />
    </header>
  )
}

/** Says at every moment who answers. */
function WhoAnswers({ agentId, mode, current, worker: known, stored }: Omit<ThreadHeaderProps, 'title' | 'children'>) {
  const t = useTexts('chat')
  const agents = useAgentsById()
  const worker = useLive((live) => (current ? (live.turns[current]?.agent ?? known) : null))
  const decided = useLive((live) =>
    current ? Boolean(live.turns[current]?.delegation ?? live.turns[current]?.openCall) : false,
  )
  const status = useLive((live) => (current ? statusOf(stored, live.turns[current]) : null))
  const name = (id: string) => agents.get(id)?.name ?? id
  const supervisor = name(SUPERVISOR)
  if (current) {
    const working = worker ?? (agentId !== SUPERVISOR ? agentId : decided ? SUPERVISOR : null)
    const says = status === 'waiting' ? 'waiting' : working ? 'working' : 'deciding'
    return (
      <Chip tone="info" icon={says === 'waiting' ? 'hourglass' : 'circle-notch'} className="-ml-1">
        {t(`answers.${says}`, { agent: name(working ?? SUPERVISOR), supervisor })}
      </Chip>
    )
  }
  const says = agentId === SUPERVISOR ? 'supervised' : mode === 'direct' ? 'direct' : 'reviewed'
  return (
    <Chip
      tone={says === 'direct' ? 'accent' : 'neutral'}
      icon={says === 'direct' ? 'arrow-right' : 'shield-check'}
      className="-ml-1"
    >
      {t(`answers.${says}`, { agent: name(agentId), supervisor })}
    </Chip>
  )
}
