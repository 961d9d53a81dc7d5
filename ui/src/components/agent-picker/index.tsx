import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { memo, useMemo, useState } from 'react'

import { api, data, type Agent } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { useLacksSaid } from '@/components/lacks'
import { Popover } from '@/components/popover'
import { useAgentWords } from '@/lib/agent-words'
import { SUPERVISOR, useAgents, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { useToldOption } from '@/lib/told-option'
import { keys } from '@/live/refresh'
import { useLive } from '@/live/store'

import { choices, sought } from './agent-order'

interface AgentPickerProps {
  /** The chosen agent's id; the supervisor's where the supervisor decides. */
  value: string
  onChange: (id: string) => void
  /** What the button says of who is chosen, where they do something else than to answer. */
  label?: (name: string) => string
  className?: string
}

/** Shows who answers, and lets one choose somebody else. */
export function AgentPicker({ value, onChange, label: describe, className }: AgentPickerProps) {
  const t = useTexts('picker')
  const [open, setOpen] = useState(false)
  const chosen = useAgentsById().get(value)
  const name = chosen?.name ?? value
  const label = value === SUPERVISOR ? t('decides', { name }) : name
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('title')}
      className="w-[min(380px,calc(100vw-16px))]"
      trigger={
        <button
          type="button"
          aria-label={describe ? describe(label) : t('label', { name: label })}
          className={cn(
            'inline-flex h-9 max-w-full min-w-0 items-center gap-2 rounded-full border',
            'border-line-strong bg-surface py-1 pr-2.5 pl-1.5 font-medium transition-colors',
            'duration-120 hover:bg-hover data-[state=open]:bg-hover',
            className,
          )}
        >
          <Avatar agent={chosen} size={24} />
          <span className="min-w-0 truncate">{label}</span>
          <Icon name="caret-up-down" size={15} className="text-muted" />
        </button>
      }
    >
      <Choices
        value={value}
        onChoose={(id) => {
          setOpen(false)
          onChange(id)
        }}
      />
    </Popover>
  )
}

type Presence = { state: 'working' | 'ready' | 'unwell' | 'paused' | 'shadow'; why: string }

function usePresence(): (agent: Agent) => Presence {
  const lacking = useLacksSaid()
  const health = useQuery({
    queryKey: keys.agentHealth,
    queryFn: () => data(api.GET('/api/agents/health')),
    staleTime: 60_000,
  })
  const unwell = useMemo(
    () => new Map((health.data?.agents ?? []).filter((one) => !one.healthy).map((one) => [one.id, one])),
    [health.data],
  )
  // As one text, so that pieces of an answer do not draw the list again.
  const working = useLive((live) =>
    Object.values(live.turns)
      .flatMap((turn) => (turn.status === 'running' && turn.agent ? [turn.agent] : []))
      .join(' '),
  )
  return (agent) => {
    if (agent.status === 'paused' || agent.status === 'shadow') return { state: agent.status, why: '' }
    if (working.split(' ').includes(agent.id)) return { state: 'working', why: '' }
    const why = unwell.get(agent.id)
    return why === undefined ? { state: 'ready', why: '' } : { state: 'unwell', why: lacking(why) }
  }
}

function Choices({ value, onChoose }: { value: string; onChoose: (id: string) => void }) {
  const t = useTexts('picker')
  const language = usePreferences((state) => state.language)
  const { data: agents } = useAgents()
  const presence = usePresence()
  const about = useAgentWords()
  const [query, setQuery] = useState('')
  const root = useToldOption()
  const laid = useMemo(() => choices(agents ?? [], language), [agents, language])
  const supervisor = agents?.find((agent) => agent.id === SUPERVISOR)
  const wanted = query.trim()
  const choice = (agent: Agent) => (
    <Choice
      key={agent.id}
      agent={agent}
      title={agent.id === SUPERVISOR ? t('decides', { name: agent.name }) : agent.name}
      about={agent.id === SUPERVISOR ? t('decidesAbout') : about(agent)}
      {...presence(agent)}
      chosen={agent.id === value}
      onChoose={onChoose}
    />
  )
  const group = (heading: string, members: readonly Agent[]) =>
    members.length > 0 && (
      <Command.Group heading={heading} className={GROUP}>
        {members.map(choice)}
      </Command.Group>
    )
  return (
    <Command
      ref={root}
      shouldFilter={false}
      loop
      label={t('title')}
      defaultValue={value}
      className="-m-2 flex max-h-[min(418px,calc(var(--radix-popover-content-available-height)-2px))] flex-col"
    >
      <div className="flex h-11 shrink-0 items-center gap-2 border-b px-3">
        <Icon name="magnifying-glass" size={16} className="text-faint" />
        <Command.Input
          autoFocus
          value={query}
          onValueChange={setQuery}
          placeholder={t('search')}
          className="h-full min-w-0 flex-1 bg-transparent text-base outline-none focus-visible:outline-none"
        />
      </div>
      <Command.List className="min-h-0 overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-muted">{t('none', { query: wanted })}</Command.Empty>
        {wanted ? (
          sought(
            (agents ?? []).filter((agent) => agent.status !== 'archived'),
            wanted,
          ).map(choice)
        ) : (
          <>
            {supervisor && choice(supervisor)}
            {group(t('recent'), laid.recent)}
            {group(t('all'), laid.others)}
            {group(t('helpers'), laid.helpers)}
          </>
        )}
      </Command.List>
    </Command>
  )
}

const GROUP = cn(
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2.5',
  '[&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs',
  '[&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted',
)

const TONES: Record<Presence['state'], string> = {
  working: 'text-info',
  ready: 'text-success',
  unwell: 'text-warning',
  paused: 'text-muted',
  shadow: 'text-muted',
}
const DOTS: Record<Presence['state'], string> = {
  working: 'bg-info',
  ready: 'bg-success',
  unwell: 'bg-warning',
  paused: 'bg-faint',
  shadow: 'bg-faint',
}

interface ChoiceProps extends Presence {
  agent: Agent
  title: string
  about: string
  chosen: boolean
  onChoose: (id: string) => void
}

const Choice = memo(function Choice({ agent, title, about, state, why, chosen, onChoose }: ChoiceProps) {
  const t = useTexts('picker')
  const off = state === 'paused' || state === 'shadow'
  return (
    <Command.Item
      value={agent.id}
      disabled={off}
      onSelect={onChoose}
      className={cn(
        'flex min-h-12 items-center gap-2.5 rounded-md px-2 py-1.5',
        'data-[disabled=true]:cursor-not-allowed data-[selected=true]:bg-hover',
      )}
    >
      <Avatar agent={agent} size={32} state={state === 'ready' ? undefined : off ? 'off' : state} />
      <span className={cn('min-w-0 flex-1', off && 'opacity-70')}>
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate font-medium">{title}</span>
          <span className={cn('flex shrink-0 items-center gap-1 text-xs', TONES[state])}>
            <span aria-hidden className={cn('size-1.5 rounded-full', DOTS[state])} />
            {t(`presence.${state}`)}
          </span>
        </span>
        <span className={cn('block text-sm text-muted', why ? 'line-clamp-3 break-words' : 'truncate')}>
          {why || about}
        </span>
      </span>
      {chosen && <Icon name="check" size={16} className="text-accent" />}
    </Command.Item>
  )
})
