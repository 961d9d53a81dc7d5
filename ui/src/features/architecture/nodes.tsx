import type { NodeProps } from '@xyflow/react'
import { createContext, memo, useContext, type ReactNode } from 'react'

import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useActivityOf } from './flow-store'
import { useGroupName } from './group-name'
import { isArrow, type Arrow } from './layout'
import { useNodeState, type NodeState } from './node-state'
import type { Box, GraphNode } from './plan'
import { STATION_ICONS, type StationKind } from './stations'
import { useFocus } from './view-store'

export interface NodeActions {
  open: (id: string) => void
  toggle: (group: string) => void
  move: (from: string, arrow: Arrow) => void
  /** It has the keyboard's focus: it is brought into view. */
  reached: (id: string) => void
  unwell: ReadonlySet<string>
}

const Actions = createContext<NodeActions | null>(null)
export const NodeActionsProvider = Actions.Provider

const useActions = () => useContext(Actions)!

interface ShellProps {
  id: string
  className?: string
  onClick: () => void
  expanded?: boolean
  children: ReactNode
}

/** What all nodes share: a button that arrow keys go to and from. */
function Shell({ id, className, onClick, expanded, children }: ShellProps) {
  const actions = useActions()
  const selected = useFocus((focus) => focus.selected === id)
  const current = useFocus((focus) => focus.current === id)
  return (
    <button
      type="button"
      data-node={id}
      tabIndex={current ? 0 : -1}
      aria-expanded={expanded}
      aria-current={selected || undefined}
      onClick={onClick}
      onFocus={(event) => {
        useFocus.setState({ current: id })
        if (event.currentTarget.matches(':focus-visible')) actions.reached(id)
      }}
      onKeyDown={(event) => {
        if (!isArrow(event.key)) return
        event.preventDefault()
        actions.move(id, event.key)
      }}
      className={cn(
        'pointer-events-auto flex items-center gap-2.5 text-left transition-[border-color,box-shadow] duration-160',
        selected && 'ring-2 ring-accent',
        className,
      )}
    >
      {children}
    </button>
  )
}

const BOX = 'h-14 w-45 rounded-lg border bg-surface px-2.5 hover:border-line-strong'

function stateClass(state: NodeState): string {
  if (state.failed) return 'border-danger'
  return state.lit ? 'border-accent shadow-float' : 'border-line'
}

function useStateWords(state: NodeState, otherwise: string): ReactNode {
  const t = useTexts('architecture')
  if (state.failed) return <span className="text-danger">{t('state.failed')}</span>
  if (state.tool) {
    return (
      <span className="flex items-center gap-1 text-accent">
        <Icon name="wrench" size={12} />
        <span className="truncate">{state.tool}</span>
      </span>
    )
  }
  if (state.ring === 'working') return <span className="text-accent">{t('state.working')}</span>
  if (state.ring)
    return <span className={state.ring === 'waiting' ? 'text-info' : 'text-warning'}>{t(`state.${state.ring}`)}</span>
  return otherwise
}

export const AgentNode = memo(function AgentNode({
  id,
  data,
}: NodeProps & { data: { node: GraphNode; about: string } }) {
  const shared = useTexts('shared')
  const actions = useActions()
  const { node, about } = data
  const state = useNodeState(id, actions.unwell.has(id))
  const words = useStateWords(state, about || (node.role ? shared(`role.${node.role}`) : ''))
  return (
    <Shell id={id} onClick={() => actions.open(id)} className={cn(BOX, stateClass(state))}>
      <Avatar agent={node} size={34} state={state.ring} />
      <Words title={node.label}>{words}</Words>
    </Shell>
  )
})

export const StationNode = memo(function StationNode({ id, data }: NodeProps & { data: { node: GraphNode } }) {
  const t = useTexts('architecture')
  const actions = useActions()
  const { node } = data
  const kind = node.kind as StationKind
  const state = useNodeState(id, actions.unwell.has(id))
  const words = useStateWords(state, kind === 'supervisor' ? t('station.supervisor') : t(`stationAbout.${kind}`))
  return (
    <Shell id={id} onClick={() => actions.open(id)} className={cn(BOX, stateClass(state))}>
      {kind === 'supervisor' ? (
        <Avatar agent={node} size={34} state={state.ring} />
      ) : (
        <span className="module-soft module-ink grid size-8.5 shrink-0 place-items-center rounded-full">
          <Icon name={STATION_ICONS[kind]} size={19} />
        </span>
      )}
      <Words title={kind === 'supervisor' ? node.label : t(`station.${kind}`)}>
        {kind === 'supervisor' || state.lit || state.failed ? words : null}
      </Words>
    </Shell>
  )
})

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate text-base leading-5 font-medium" title={title}>
        {title}
      </span>
      {children && <span className="block truncate text-xs text-muted">{children}</span>}
    </span>
  )
}

/**
 * A group: closed it says who is in it and how many are at work; open it is the frame around its members. Both are one
 * button, so that the focus stays on it.
 */
export const GroupNode = memo(function GroupNode({ id, data, width, height }: NodeProps & { data: { box: Box } }) {
  const t = useTexts('architecture')
  const actions = useActions()
  const { box } = data
  const name = useGroupName(box)
  const working = useActivityOf(box.members)
  const count = t('count', { count: box.members.length })
  return (
    <div className={box.open ? 'rounded-lg border border-line-strong bg-sunken' : 'relative'} style={{ width, height }}>
      {!box.open && (
        <span aria-hidden className="absolute inset-x-2 -bottom-1.5 -z-10 h-3 rounded-b-lg border bg-surface" />
      )}
      <Shell
        id={id}
        onClick={() => actions.toggle(id)}
        expanded={box.open}
        className={
          box.open ? 'h-10 w-full rounded-lg px-3.5' : cn(BOX, working ? 'border-accent shadow-float' : 'border-line')
        }
      >
        {box.open ? (
          <>
            <Icon name="caret-down" size={14} className="text-muted" />
            <span className="min-w-0 truncate text-sm font-medium">{name}</span>
            <span className="text-xs text-muted">{count}</span>
          </>
        ) : (
          <>
            <span className="flex shrink-0 -space-x-3">
              {box.members.slice(0, 2).map((member) => (
                <Avatar key={member.id} agent={member} size={28} className="ring-2 ring-surface" />
              ))}
            </span>
            <Words title={name}>
              {working ? <span className="text-accent">{t('working', { count: working })}</span> : count}
            </Words>
            <Icon name="caret-right" size={14} className="text-muted" />
          </>
        )}
      </Shell>
    </div>
  )
})
