import { memo } from 'react'

import { Avatar } from '@/components/avatar'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Member } from '../model'
import type { Place } from './ring'

interface FlowNodeProps {
  member: Member
  place: Place
  disc: number
  mails: number
  /** How the name stands. */
  name: 'level' | 'turned' | 'none'
  dim: boolean
  chosen: boolean
  tabbable: boolean
  onPoint: (id: string | null) => void
  onFocus: (id: string) => void
  onChoose: (id: string) => void
  onMove: (from: string, by: number) => void
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
/** How near to the top or bottom a name stands above or below its disc. */
const STEEP = 0.45
/** Smaller discs have no picture. */
const PICTURED = 15

/** A member on the ring; pressed, it stays bright. Arrow keys go around the ring. */
export const FlowNode = memo(function FlowNode(props: FlowNodeProps) {
  const { member, place, disc, mails, name, dim, chosen, tabbable, onPoint, onFocus, onChoose, onMove } = props
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  // Where they stand close, none takes the place of the next one.
  const target = disc < PICTURED ? disc + 2 : Math.max(24, disc)
  const turn = place.angle - (Math.sin(place.angle) < 0 ? -1 : 1) * (Math.PI / 2)
  const [sideways, upward] = [Math.sin(place.angle), Math.cos(place.angle)]
  const steep = Math.abs(sideways) < STEEP
  return (
    <div
      className={cn('absolute transition-opacity duration-140', dim && 'opacity-30')}
      style={{ left: place.x, top: place.y }}
    >
      <button
        type="button"
        data-member={member.id}
        tabIndex={tabbable ? 0 : -1}
        aria-pressed={chosen}
        aria-label={
          mails
            ? t('flow.node', { name: member.name, n: format.number(mails), count: mails })
            : t('flow.quiet', { name: member.name })
        }
        onClick={() => onChoose(member.id)}
        onPointerEnter={() => onPoint(member.id)}
        onPointerLeave={() => onPoint(null)}
        onFocus={() => {
          onFocus(member.id)
          onPoint(member.id)
        }}
        onBlur={() => onPoint(null)}
        onKeyDown={(event) => {
          const step = STEPS[event.key]
          if (!step) return
          event.preventDefault()
          onMove(member.id, step)
        }}
        className="absolute grid -translate-1/2 place-items-center rounded-full"
        style={{ width: target, height: target }}
      >
        {disc >= PICTURED ? (
          <Avatar
            agent={member}
            size={disc}
            state={mails ? undefined : 'off'}
            className={cn(chosen && 'ring-2 ring-accent ring-offset-2 ring-offset-surface')}
          />
        ) : (
          <span
            className={cn('rounded-full', chosen && 'ring-2 ring-accent ring-offset-2 ring-offset-surface')}
            style={{ width: disc, height: disc, background: member.color, opacity: mails ? 1 : 0.35 }}
          />
        )}
      </button>
      {name === 'level' && (
        <span
          aria-hidden
          className={cn(
            'pointer-events-none absolute z-10 max-w-19 truncate text-xs font-medium whitespace-nowrap',
            steep
              ? '-translate-x-1/2 text-center'
              : sideways < 0
                ? '-translate-x-full -translate-y-1/2'
                : '-translate-y-1/2',
          )}
          style={
            steep
              ? { top: upward > 0 ? -disc / 2 - 18 : disc / 2 + 2 }
              : { left: (sideways < 0 ? -1 : 1) * (disc / 2 + 5) }
          }
        >
          {member.name}
        </span>
      )}
      {name === 'turned' && (
        <span
          aria-hidden
          className={cn(
            'pointer-events-none absolute flex h-3 max-w-19 items-center text-[10px] leading-3 whitespace-nowrap',
            sideways < 0 ? 'right-0 justify-end' : 'left-0',
          )}
          style={{
            top: -6,
            transformOrigin: `${sideways < 0 ? '100%' : '0'} 50%`,
            transform: `rotate(${turn}rad) translateX(${(sideways < 0 ? -1 : 1) * (disc / 2 + 4)}px)`,
          }}
        >
          <span className="truncate">{member.name}</span>
        </span>
      )}
    </div>
  )
})
