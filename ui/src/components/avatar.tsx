import { cn } from '@/lib/cn'

import { Icon } from './icon'
import { AGENT_ICONS, type AgentIcon } from './icon-names'

const KNOWN = new Set<string>(AGENT_ICONS)

/** The icon of an agent; one that this app does not have is shown as a robot. */
export function agentIcon(name: string): AgentIcon {
  return (KNOWN.has(name) ? name : 'robot') as AgentIcon
}

interface AvatarProps {
  agent: { color: string; icon: string } | undefined
  /** Diameter in pixels. */
  size?: number
  /** A ring that says what the agent does now. */
  state?: 'working' | 'waiting' | 'unwell' | 'off' | undefined
  className?: string
}

/** The soft disc by which one recognises an agent everywhere. */
export function Avatar({ agent, size = 32, state, className }: AvatarProps) {
  const color = agent?.color ?? '#6B7280'
  return (
    <span
      aria-hidden
      className={cn('relative inline-grid shrink-0 place-items-center rounded-full', className)}
      style={{
        width: size,
        height: size,
        color: `color-mix(in oklab, ${color} 70%, var(--ink))`,
        background: `color-mix(in oklab, ${color} 20%, var(--surface))`,
        opacity: state === 'off' ? 0.55 : 1,
      }}
    >
      <Icon name={agentIcon(agent?.icon ?? 'robot')} size={Math.round(size * 0.56)} />
      {state === 'working' && (
        <span
          className="absolute -inset-[3px] animate-pulse-soft rounded-full border-2"
          style={{ borderColor: color }}
        />
      )}
      {(state === 'waiting' || state === 'unwell') && (
        <span
          className={cn(
            'absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-surface',
            state === 'waiting' ? 'bg-info' : 'bg-warning',
          )}
        />
      )}
    </span>
  )
}
