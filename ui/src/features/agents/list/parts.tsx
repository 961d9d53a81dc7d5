import { memo, useSyncExternalStore } from 'react'

import type { Agent } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Chip, type Tone } from '@/components/chip'
import { Icon } from '@/components/icon'
import { useLacksSaid } from '@/components/lacks'
import type { InterfaceIcon } from '@/components/icon-names'
import { Tooltip } from '@/components/tooltip'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { useLive } from '@/live/store'

import type { Entry, Health } from './filters'

/** Whether an agent works on something at this moment. */
export function useIsWorking(id: string): boolean {
  return useLive((live) => Object.values(live.turns).some((turn) => turn.agent === id && turn.status === 'running'))
}

/** The avatar with what the agent does now, also in words. */
export const Presence = memo(function Presence({
  agent,
  trouble,
  size,
}: {
  agent: Agent
  trouble: Health | undefined
  size: number
}) {
  const t = useTexts('agents')
  const lacking = useLacksSaid()
  const working = useIsWorking(agent.id)
  const state = working ? 'working' : agent.status !== 'active' ? 'off' : trouble === undefined ? undefined : 'unwell'
  const said = t(`presence.${state === undefined ? 'ready' : state === 'unwell' ? 'trouble' : state}`)
  return (
    <span
      title={state === 'unwell' ? `${said}: ${trouble ? lacking(trouble) : ''}` : said}
      className="relative z-1 shrink-0"
    >
      <Avatar agent={agent} size={size} state={state} />
      <span className="sr-only">{said}</span>
    </span>
  )
})

const STATUS: Record<Agent['status'], [Tone, InterfaceIcon]> = {
  active: ['success', 'check-circle'],
  paused: ['warning', 'pause'],
  archived: ['neutral', 'archive'],
  shadow: ['info', 'ghost'],
}

export function StatusChip({ status }: { status: Agent['status'] }) {
  const t = useTexts('agents')
  const shared = useTexts('shared')
  const [tone, icon] = STATUS[status]
  const chip = (
    <Chip tone={tone} icon={icon}>
      {shared(`status.${status}`)}
    </Chip>
  )
  if (status !== 'shadow') return chip
  return (
    <Tooltip text={t('shadowAbout')}>
      <span className="relative z-1 inline-flex max-w-full rounded-full">
        {chip}
        <span className="sr-only">{t('shadowAbout')}</span>
      </span>
    </Tooltip>
  )
}

/** What keeps an active agent from answering. */
export function Trouble({ entry: { agent, trouble } }: { entry: Entry }) {
  const t = useTexts('agents')
  const lacking = useLacksSaid()
  if (agent.status !== 'active' || trouble === undefined) return null
  return (
    <Tooltip text={lacking(trouble)}>
      <span className="inline-flex max-w-full rounded-full">
        <Chip tone="warning" icon="warning">
          {t('healths.trouble')}
        </Chip>
        <span className="sr-only">{lacking(trouble)}</span>
      </span>
    </Tooltip>
  )
}

/** The tools that an active agent wants and cannot have now. */
export function Wants({ entry: { agent, wants } }: { entry: Entry }) {
  const t = useTexts('agents')
  const say = useWhy()
  if (agent.status !== 'active' || !wants.length) return null
  const shown = wants.slice(0, WANTS_SHOWN).map((want) => say(want, ''))
  return (
    <Tooltip
      text={
        <span className="flex flex-col gap-1">
          {shown.map((want) => (
            <span key={want} className="break-words">
              {want}
            </span>
          ))}
        </span>
      }
    >
      <span className="relative z-1 inline-flex max-w-full rounded-full">
        <Chip tone="warning" icon="wrench">
          {t('wants', { count: wants.length })}
        </Chip>
        <span className="sr-only">{shown.join(' ')}</span>
      </span>
    </Tooltip>
  )
}

const WANTS_SHOWN = 5

/** The first tags and how many more there are. */
export function Tags({ tags, most }: { tags: readonly string[]; most: number }) {
  const t = useTexts('agents')
  const format = useFormat()
  const more = tags.slice(most)
  return (
    <span className="flex min-w-0 gap-1 overflow-hidden">
      {tags.slice(0, most).map((tag) => (
        <span
          key={tag}
          title={tag}
          className="inline-flex h-5.5 min-w-0 items-center rounded-sm border px-1.5 text-xs text-muted"
        >
          <span className="truncate">{tag}</span>
        </span>
      ))}
      {more.length > 0 && (
        <span
          title={t('moreTags', { count: more.length, tags: format.list(more.slice(0, 30)) })}
          className="inline-flex h-5.5 shrink-0 items-center text-xs text-muted"
        >
          +{format.number(more.length)}
        </span>
      )}
    </span>
  )
}

/** The model without its provider, which stands in the tooltip. */
export function ModelName({ model }: { model: string | null | undefined }) {
  const t = useTexts('agents')
  if (!model) return <span className="truncate text-muted">{t('defaultModel')}</span>
  return (
    <span title={model} className="truncate">
      {model.slice(model.indexOf(':') + 1)}
    </span>
  )
}

const subscribe = (tell: () => void) => {
  const timer = setInterval(tell, 1000)
  return () => clearInterval(timer)
}
const second = () => Math.floor(Date.now() / 1000)

/** How long a temporary agent still stays if nobody uses it. */
export function Expiry({ at }: { at: string }) {
  const t = useTexts('agents')
  const format = useFormat()
  const now = useSyncExternalStore(subscribe, second)
  const left = Math.floor(Date.parse(at) / 1000) - now
  return (
    <Tooltip text={t('expiresAbout')}>
      <span
        className={cn(
          'numbers inline-flex h-5.5 items-center gap-1 rounded-full bg-info-soft px-2',
          'text-xs font-medium whitespace-nowrap text-info',
        )}
      >
        <Icon name="clock-countdown" size={13} />
        {left > 0 ? t('expires', { time: format.duration(left * 1000) }) : t('expiring')}
      </span>
    </Tooltip>
  )
}

/** Role and origin in a line. */
export function Kind({ agent }: { agent: Agent }) {
  const shared = useTexts('shared')
  return <>{`${shared(`role.${agent.role}`)} · ${shared(`origin.${agent.origin}`)}`}</>
}

interface TickProps {
  checked: boolean | 'some'
  onChange: (checked: boolean, event: React.MouseEvent) => void
  label: string
}

/** A box to tick. */
export function Tick({ checked, onChange, label }: TickProps) {
  return (
    <label className="relative z-1 grid size-7 shrink-0 cursor-pointer place-items-center rounded-sm hover:bg-hover">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked === true}
        ref={(box) => {
          if (box) box.indeterminate = checked === 'some'
        }}
        onClick={(event) => onChange(event.currentTarget.checked, event)}
        onChange={() => undefined}
        className="size-4 cursor-pointer accent-accent"
      />
    </label>
  )
}
