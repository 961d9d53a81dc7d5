import type { NodeProps } from '@xyflow/react'
import { createContext, memo, useContext, type ReactNode } from 'react'

import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { Outside, TypeDisc } from '../badges'
import { useExplore } from './explore'
import { isArrow, type Arrow } from './layout'
import { MOST, type PlanNode } from './plan'

export interface NodeActions {
  open: (id: string) => void
  move: (from: string, arrow: Arrow) => void
  /** It has the keyboard's focus: it is brought into view. */
  reached: (id: string) => void
  /** Which lines are bright: those of the node that is pointed at. */
  point: (id: string | null) => void
}

const Actions = createContext<NodeActions | null>(null)
export const NodeActionsProvider = Actions.Provider

export interface NodeData extends Record<string, unknown> {
  node: PlanNode
  root: string
  /** The name of its parent. */
  parentName: string
  loading: boolean
}

interface MainProps {
  id: string
  label?: string
  /** What pressing it does. */
  about?: string | undefined
  expanded?: boolean | undefined
  busy?: boolean
  className: string
  onClick: () => void
  children: ReactNode
}

/** The part of a node that arrow keys go to and from. */
function Main({ id, label, about, expanded, busy, className, onClick, children }: MainProps) {
  const actions = useContext(Actions)!
  const current = useExplore((state) => state.current === id)
  return (
    <button
      type="button"
      data-node={id}
      tabIndex={current ? 0 : -1}
      aria-label={label}
      title={about}
      aria-expanded={expanded}
      aria-busy={busy || undefined}
      onClick={onClick}
      onFocus={(event) => {
        useExplore.getState().focus(id)
        actions.point(id)
        if (event.currentTarget.matches(':focus-visible')) actions.reached(id)
      }}
      onBlur={() => actions.point(null)}
      onKeyDown={(event) => {
        if (!isArrow(event.key)) return
        event.preventDefault()
        actions.move(id, event.key)
      }}
      className={className}
    >
      {children}
    </button>
  )
}

/** An entity: pressed, it shows or hides what it is connected with. */
export const EntityNode = memo(function EntityNode({ id, data }: NodeProps & { data: NodeData }) {
  const t = useTexts('memory')
  const format = useFormat()
  const actions = useContext(Actions)!
  const current = useExplore((state) => state.current === id)
  const { node, root, loading } = data
  const entity = node.entity!
  const isRoot = id === root
  const only = node.parent ? node.relations.length : 0
  const others = entity.relations > only
  const toggles = !isRoot && (node.expanded || others)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- pointing only brightens lines
    <div
      onPointerEnter={() => actions.point(id)}
      onPointerLeave={() => actions.point(null)}
      className={cn(
        'pointer-events-auto flex h-12 w-49 items-stretch rounded-lg border bg-surface',
        'transition-[border-color,box-shadow] duration-160',
        isRoot ? 'border-accent shadow-float' : 'hover:border-line-strong',
      )}
    >
      <Main
        id={id}
        expanded={toggles ? node.expanded : undefined}
        busy={loading}
        about={toggles ? t(node.expanded ? 'graph.collapse' : 'graph.expand', { name: entity.name }) : undefined}
        onClick={() => toggles && useExplore.getState().toggle(id)}
        className={cn(
          'flex min-w-0 flex-1 items-center gap-2 rounded-lg pl-2 text-left',
          !toggles && 'cursor-default!',
          isRoot && 'pr-2',
        )}
      >
        <TypeDisc type={entity.entityType} size={30} />
        <span className="min-w-0 flex-1">
          <span title={entity.name} className="block truncate text-sm leading-4 font-medium">
            {entity.name}
          </span>
          <span className="flex min-w-0 items-center gap-1 text-xs text-muted">
            <span className="min-w-0 truncate">{entity.entityType || t('noType')}</span>
            {toggles && !node.expanded && (
              <span className="numbers flex shrink-0 items-center text-accent">
                <Icon name="plus" size={10} />
                {format.number(entity.relations - only)}
              </span>
            )}
            {loading ? (
              <Icon name="circle-notch" size={12} className="animate-spin" />
            ) : (
              entity.tainted && <Outside short />
            )}
          </span>
        </span>
      </Main>
      {!isRoot && (
        <button
          type="button"
          tabIndex={current ? 0 : -1}
          aria-label={t('graph.open', { name: entity.name })}
          title={t('graph.open', { name: entity.name })}
          onClick={() => actions.open(id)}
          className={cn(
            'grid w-8 shrink-0 place-items-center rounded-lg text-faint transition-colors',
            'duration-120 hover:bg-hover hover:text-ink',
          )}
        >
          <Icon name="arrow-right" size={15} />
        </button>
      )}
    </div>
  )
})

/** Stands for the neighbours that are not shown. */
export const MoreNode = memo(function MoreNode({ id, data }: NodeProps & { data: NodeData }) {
  const t = useTexts('memory')
  const format = useFormat()
  const { node, parentName } = data
  const asked = useExplore((state) => state.expanded.get(node.parent ?? '') ?? 0)
  const counted = { count: node.more, n: format.number(node.more), name: parentName }
  if (asked >= MOST) {
    return (
      <span className="flex h-12 w-49 items-center rounded-lg border border-dashed bg-canvas px-3 text-sm text-muted">
        {t('graph.tooMany', counted)}
      </span>
    )
  }
  return (
    <Main
      id={id}
      label={t('graph.showMore', counted)}
      onClick={() => useExplore.getState().more(node.parent!)}
      className={cn(
        'pointer-events-auto flex h-12 w-49 items-center gap-2 rounded-lg border',
        'border-dashed border-line-strong bg-canvas px-3 text-left text-sm font-medium',
        'text-accent hover:bg-hover',
      )}
    >
      <Icon name="plus" size={15} />
      <span className="numbers">{t('graph.more', counted)}</span>
    </Main>
  )
})
