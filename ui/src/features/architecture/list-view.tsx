import { memo, useEffect, useRef, type ReactNode } from 'react'

import type { Agent } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { useAgentWords } from '@/lib/agent-words'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useActivity } from './flow-store'
import { useGroupName } from './group-name'
import { useNodeState } from './node-state'
import { isMember, type GraphNode } from './plan'
import { STATION_ICONS, type StationKind } from './stations'
import { useFocus } from './view-store'

interface ListViewProps {
  nodes: readonly GraphNode[]
  agents: ReadonlyMap<string, Agent>
  goal: { id: string } | null
  unwell: ReadonlySet<string>
  onOpen: (id: string) => void
}

/** The same as the graph, from top to bottom. */
export function ListView({ nodes, agents, goal, unwell, onOpen }: ListViewProps) {
  const t = useTexts('architecture')
  const words = useAgentWords()
  const around = useRef<HTMLDivElement>(null)
  const sought = useRef<unknown>(null)
  useEffect(() => {
    if (!goal || sought.current === goal) return
    sought.current = goal
    const row = around.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(goal.id)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [goal])
  const station = (kind: StationKind) => nodes.find((node) => node.kind === kind)
  const roles = new Map<string, GraphNode[]>()
  for (const node of nodes) {
    if (isMember(node)) roles.set(node.role ?? '', [...(roles.get(node.role ?? '') ?? []), node])
  }
  const about = (id: string) => {
    const agent = agents.get(id)
    return agent ? words(agent) : ''
  }
  const row = (node: GraphNode | undefined) =>
    node && <Row key={node.id} node={node} about={about(node.id)} unwell={unwell.has(node.id)} onOpen={onOpen} />
  return (
    <div ref={around} role="group" aria-label={t('list.label')} className="relative mx-auto w-full max-w-200 pb-4">
      <span aria-hidden className="absolute top-8 bottom-10 left-[31px] w-px bg-line-strong" />
      <Stop>{row(station('supervisor'))}</Stop>
      <Stop>{row(station('router'))}</Stop>
      {[...roles].map(([role, members]) => (
        <Group key={role} role={role} count={members.length}>
          {members.map(row)}
        </Group>
      ))}
      <Stop>{row(station('review'))}</Stop>
      <Stop>{row(station('finalize'))}</Stop>
    </div>
  )
}

function Stop({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>
}

function Group({ role, count, children }: { role: string; count: number; children: ReactNode }) {
  const t = useTexts('architecture')
  const name = useGroupName({ by: 'role', value: role })
  return (
    <section className="relative my-2 ml-14 rounded-lg border bg-surface max-sm:ml-11">
      <span
        aria-hidden
        className="absolute top-5 -left-[25px] h-px w-6 bg-line-strong max-sm:-left-[13px] max-sm:w-3"
      />
      <h2 className="flex items-baseline gap-2 px-3 pt-2.5 text-sm font-medium">
        {name}
        <span className="font-normal text-muted">{t('count', { count })}</span>
      </h2>
      <ul className="p-1">{children}</ul>
    </section>
  )
}

const Row = memo(function Row({
  node,
  about,
  unwell,
  onOpen,
}: {
  node: GraphNode
  about: string
  unwell: boolean
  onOpen: (id: string) => void
}) {
  const t = useTexts('architecture')
  const shared = useTexts('shared')
  const state = useNodeState(node.id, unwell)
  const { count } = useActivity(node.id)
  const selected = useFocus((focus) => focus.selected === node.id)
  const kind = node.kind in STATION_ICONS ? (node.kind as StationKind) : null
  const plain = kind && kind !== 'supervisor' ? kind : null
  return (
    <li className="[contain-intrinsic-size:auto_56px] [content-visibility:auto]">
      <button
        type="button"
        data-node={node.id}
        aria-current={selected || undefined}
        onClick={() => onOpen(node.id)}
        className={cn(
          'flex min-h-14 w-full items-center gap-3 rounded-md px-3 py-1.5 text-left hover:bg-hover',
          selected && 'bg-accent-soft',
        )}
      >
        {plain ? (
          <span className="module-ink relative grid size-10 shrink-0 place-items-center rounded-full border bg-surface">
            <Icon name={STATION_ICONS[plain]} size={20} />
          </span>
        ) : (
          <Avatar agent={node} size={kind ? 40 : 34} state={state.ring} className={kind ? 'bg-surface' : ''} />
        )}
        <span className="min-w-0 flex-1">
          <span className="block truncate text-base font-medium">{plain ? t(`station.${plain}`) : node.label}</span>
          <span className="block truncate text-sm text-muted">
            {plain
              ? t(`stationAbout.${plain}`)
              : kind
                ? t(`stationAbout.${kind}`)
                : about || (node.role ? shared(`role.${node.role}`) : '')}
          </span>
        </span>
        <span className="shrink-0 text-sm">
          {state.failed ? (
            <span className="text-danger">{t('state.failed')}</span>
          ) : state.tool ? (
            <span className="flex items-center gap-1 text-accent">
              <Icon name="wrench" size={13} />
              {state.tool}
            </span>
          ) : count > 0 ? (
            <span className={state.ring === 'waiting' ? 'text-info' : 'text-accent'}>
              {t(state.ring === 'waiting' ? 'state.waiting' : 'state.working')}
            </span>
          ) : state.ring ? (
            <span className={state.ring === 'unwell' ? 'text-warning' : 'text-accent'}>{t(`state.${state.ring}`)}</span>
          ) : null}
        </span>
      </button>
    </li>
  )
})
