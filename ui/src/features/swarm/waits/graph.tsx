import { useId } from 'react'

import { Avatar } from '@/components/avatar'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { memberOf, type Member } from '../model'
import { NODE_HEIGHT, NODE_WIDTH, type Plan } from './plan'

const FACES = 3

/** An arrow from everybody who waits to whom they wait for; rings stand out. */
export function WaitsGraph({ plan, members }: { plan: Plan; members: ReadonlyMap<string, Member> }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const { go } = useAddress()
  const id = useId().replaceAll(':', '')
  const rings = new Set(plan.lines.flatMap((line) => (line.circular ? [line.who, line.whom] : [])))
  return (
    // It scrolls, also with the keyboard.
    <div
      tabIndex={0}
      role="group"
      aria-label={t('waits.graph')}
      className="max-h-[46vh] shrink-0 overflow-auto rounded-lg border bg-surface"
    >
      <div className="relative mx-auto" style={{ width: plan.width, height: plan.height }}>
        <svg aria-hidden width={plan.width} height={plan.height} className="absolute inset-0">
          <defs>
            {(['plain', 'ring'] as const).map((kind) => (
              <marker
                key={kind}
                id={`${id}-${kind}`}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto"
              >
                <path d="M0 0.5L7 4L0 7.5z" className={kind === 'ring' ? 'fill-danger' : 'fill-faint'} />
              </marker>
            ))}
          </defs>
          {plan.arrows.map((arrow) => (
            <path
              key={arrow.id}
              d={plan.paths.get(arrow.id)}
              markerEnd={`url(#${id}-${arrow.circular ? 'ring' : 'plain'})`}
              className={cn('fill-transparent', arrow.circular ? 'stroke-danger stroke-2' : 'stroke-faint')}
            />
          ))}
        </svg>
        {[...plan.places].map(([member, place]) => {
          const style = { width: NODE_WIDTH, height: NODE_HEIGHT, transform: `translate(${place.x}px, ${place.y}px)` }
          const bundle = plan.bundles.get(member)
          if (bundle) {
            return (
              <div
                key={member}
                className={cn(
                  'absolute top-0 left-0 flex items-center gap-2 rounded-lg border border-dashed',
                  'px-2.5 text-sm text-muted',
                )}
                style={style}
              >
                <span aria-hidden className="flex">
                  {bundle.members.slice(0, FACES).map((id) => (
                    <Avatar key={id} agent={memberOf(members, id)} size={24} className="-mr-1.5 ring-2 ring-surface" />
                  ))}
                </span>
                <span className="numbers min-w-0 truncate pl-1.5">
                  {t('waits.others', { count: bundle.members.length, n: format.number(bundle.members.length) })}
                </span>
              </div>
            )
          }
          const one = memberOf(members, member)
          return (
            <button
              key={member}
              type="button"
              disabled={one.isPerson}
              onClick={() => go({ resident: member, turn: undefined })}
              className={cn(
                'absolute top-0 left-0 flex items-center gap-2 rounded-lg border bg-surface px-2.5',
                'text-left transition-colors duration-120 not-disabled:hover:border-line-strong',
                'not-disabled:hover:bg-hover disabled:cursor-default',
                rings.has(member) && 'border-danger',
              )}
              style={style}
            >
              <Avatar agent={one} size={28} />
              <span className="min-w-0">
                <span className="block truncate text-sm font-medium" title={one.name}>
                  {one.name}
                </span>
                {one.role && <span className="block truncate text-xs text-muted">{one.role}</span>}
              </span>
            </button>
          )
        })}
      </div>
    </div>
  )
}
