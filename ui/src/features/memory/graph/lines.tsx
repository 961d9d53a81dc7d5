import { memo } from 'react'

import { cn } from '@/lib/cn'

import type { Relation } from '../types'
import { curve, HEIGHT, LABEL_WIDTH, WIDTH, type Layout } from './layout'
import type { Plan, PlanNode } from './plan'

/** Longer ones are told in the list and on pointing. */
const SHOWN = 2

/** The lines between the nodes, with the words of the relations on them. */
export const Lines = memo(function Lines({ plan, layout, lit }: { plan: Plan; layout: Layout; lit: string | null }) {
  return (
    <>
      <svg
        aria-hidden
        className="pointer-events-none absolute top-0 left-0 -z-10 overflow-visible"
        width={1}
        height={1}
      >
        {plan.nodes.map((node) => {
          const path = layout.paths.get(node.id)
          return (
            path && (
              <path
                key={node.id}
                d={path}
                className="memory-line"
                data-lit={lit !== null && (node.id === lit || node.parent === lit) ? '' : undefined}
                data-more={node.entity ? undefined : ''}
              />
            )
          )
        })}
        {plan.cross.map((relation) => {
          const [from, to] = [layout.places.get(relation.fromId!), layout.places.get(relation.toId!)]
          const bright = lit !== null && (relation.fromId === lit || relation.toId === lit)
          return (
            from &&
            to && (
              <path key={relation.id} d={curve(from, to)} className="memory-cross" data-lit={bright ? '' : undefined} />
            )
          )
        })}
      </svg>
      {plan.nodes.map((node) => node.relations.length > 0 && <Label key={node.id} node={node} layout={layout} />)}
    </>
  )
})

/** What a relation says, on the straight part of its line, with an arrow the way it points. */
function Label({ node, layout }: { node: PlanNode; layout: Layout }) {
  const place = layout.places.get(node.id)!
  const told = new Map(
    node.relations.map((relation) => [`${arrowOf(relation, node)} ${relation.relationType}`, relation]),
  )
  const shown = [...told.values()].slice(0, SHOWN)
  const more = told.size - shown.length
  const left = node.side > 0 ? place.x - LABEL_WIDTH - 10 : place.x + WIDTH + 10
  return (
    <span
      aria-hidden
      title={node.relations.map(sentence).join('\n')}
      className={cn(
        'pointer-events-auto absolute flex flex-col justify-end text-xs leading-4 text-muted',
        node.side > 0 ? 'items-end' : 'items-start',
      )}
      style={{ left, top: place.y + HEIGHT / 2 - shown.length * 16 - 2, width: LABEL_WIDTH }}
    >
      {shown.map((relation, index) => (
        <span key={relation.id} className="flex max-w-full items-baseline gap-1">
          {arrowOf(relation, node) === 'left' && <span className="text-faint">←</span>}
          <span className="truncate">
            {index === SHOWN - 1 && more > 0 ? `${relation.relationType} +${more}` : relation.relationType}
          </span>
          {arrowOf(relation, node) === 'right' && <span className="text-faint">→</span>}
        </span>
      ))}
    </span>
  )
}

const sentence = (relation: Relation) => `${relation.from} ${relation.relationType} ${relation.to}`

/** Which way a relation points on the screen. */
function arrowOf(relation: Relation, node: PlanNode): 'left' | 'right' {
  return (relation.toId === node.id) === node.side > 0 ? 'right' : 'left'
}
