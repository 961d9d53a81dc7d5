import './graph.css'

import { MiniMap, Panel, ReactFlow, ReactFlowProvider, useReactFlow, ViewportPortal, type Node } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { Agent } from '@/client/api'
import { IconButton } from '@/components/button'
import { useAgentWords } from '@/lib/agent-words'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'

import { Edges } from './edges'
import { layoutOf, neighbour, type Layout } from './layout'
import { AgentNode, GroupNode, NodeActionsProvider, StationNode, type NodeActions } from './nodes'
import type { Box, GraphNode, Plan } from './plan'
import { useFocus } from './view-store'

// React Flow dresses nodes of its own kinds, of which `group` is one.
const TYPES = { agent: AgentNode, station: StationNode, agents: GroupNode }
const PADDING = { top: '24px', left: '60px', right: '28px', bottom: '84px' } as const
const READABLE = 0.9
const FARTHEST = 0.08
const LEGIBLE = 0.62
/** So few nodes are never shown too small to be read: rather not all at once. */
const FEW = 32
/** Pixels of width from which the small map is in nobody's way. */
const ROOMY = 900

export interface Goal {
  id: string
  /** Changes when the same is sought again. */
  turn: number
}

interface GraphProps {
  plan: Plan
  agents: ReadonlyMap<string, Agent>
  /** The node to bring to the middle. */
  goal: Goal | null
  onOpen: (id: string) => void
  onToggle: (group: string) => void
  unwell: ReadonlySet<string>
}

/** The live graph. It is laid out when the plan changes, never because something happens. */
export default function Graph(props: GraphProps) {
  const layout = useMemo(() => layoutOf(props.plan), [props.plan])
  return (
    <ReactFlowProvider>
      <Canvas {...props} layout={layout} />
    </ReactFlowProvider>
  )
}

function Canvas({ plan, agents, layout, goal, onOpen, onToggle, unwell }: GraphProps & { layout: Layout }) {
  const t = useTexts('architecture')
  const flow = useReactFlow()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const around = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState(false)
  const [roomy, setRoomy] = useState(false)
  const duration = still ? 0 : 200
  const words = useAgentWords()
  const nodes = useMemo(() => nodesOf(plan, layout, (id) => { const agent = agents.get(id); return agent ? words(agent) : '' }), [plan, layout, agents, words])

  const fit = useCallback(() => {
    void flow.fitView({ ...fitting(layout), nodes: [...layout.places.keys()].map((id) => ({ id })), duration })
  }, [flow, layout, duration])
  const center = useCallback(
    (id: string, least: number) => {
      const place = layout.places.get(id)
      if (!place) return
      const zoom = Math.max(flow.getZoom(), least)
      const height = Math.min(place.height, 400)
      void flow.setCenter(place.x + place.width / 2, place.y + height / 2, { zoom, duration })
    },
    [flow, layout, duration],
  )
  const focus = useCallback((id: string) => {
    const button = around.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)
    button?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const { current } = useFocus.getState()
    if (!current || !layout.places.has(current)) useFocus.setState({ current: plan.boxes[0]?.id ?? null })
  }, [plan, layout])
  // A picture that nobody has moved stays whole while its frame changes.
  useEffect(() => {
    const element = around.current
    if (!element || moved) return undefined
    const observer = new ResizeObserver(() => {
      const { selected } = useFocus.getState()
      const whole = !selected || !layout.places.has(selected) || layout.places.size > FEW
      if (whole) fit()
      else center(selected, LEGIBLE)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [fit, center, layout, moved])
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoomy((entry?.contentRect.width ?? 0) >= ROOMY))
    if (around.current) observer.observe(around.current)
    return () => observer.disconnect()
  }, [])
  const sought = useRef<Goal | null>(null)
  useEffect(() => {
    if (!goal || sought.current === goal || !layout.places.has(goal.id)) return
    sought.current = goal
    setMoved(true)
    center(goal.id, READABLE)
    useFocus.setState({ current: goal.id })
  }, [goal, layout, center])

  const reached = useCallback(
    (id: string) => {
      const place = layout.places.get(id)
      const frame = around.current?.getBoundingClientRect()
      if (!place || !frame) return
      const { x, y, zoom } = flow.getViewport()
      const [left, top] = [place.x * zoom + x, place.y * zoom + y]
      const seen = left >= 0 && top >= 0 && left + place.width * zoom <= frame.width && top + 56 * zoom <= frame.height
      if (!seen) center(id, 0)
    },
    [flow, layout, center],
  )
  const actions = useMemo<NodeActions>(
    () => ({
      open: onOpen,
      toggle: (group) => {
        onToggle(group)
        setMoved(false)
      },
      move: (from, arrow) => {
        const next = neighbour(layout.places, from, arrow)
        if (next) focus(next)
      },
      reached,
      unwell,
    }),
    [onOpen, onToggle, layout, focus, reached, unwell],
  )

  return (
    <div ref={around} role="group" aria-label={t('graph.label')} className="architecture-graph absolute inset-0">
      <NodeActionsProvider value={actions}>
        <ReactFlow
          nodes={nodes}
          nodeTypes={TYPES}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          zoomOnDoubleClick={false}
          minZoom={FARTHEST}
          maxZoom={1.75}
          fitView
          attributionPosition="bottom-left"
          fitViewOptions={fitting(layout)}
          onMove={(event) => {
            if (event) setMoved(true)
          }}
          // While it is dragged the picture is one layer that is only shifted; standing still it is drawn sharp.
          onMoveStart={() => around.current?.setAttribute('data-moving', '')}
          onMoveEnd={() => around.current?.removeAttribute('data-moving')}
        >
          <ViewportPortal>
            <Edges links={plan.links} layout={layout} />
          </ViewportPortal>
          {roomy && <MiniMap position="bottom-right" pannable zoomable ariaLabel={t('graph.map')} nodeColor={colorOf} nodeBorderRadius={16} style={{ width: 150, height: 84 }} />}
          <Panel position="top-left" className="flex flex-col rounded-md border floating">
            <IconButton icon="plus" size="small" label={t('graph.zoomIn')} onClick={() => { setMoved(true); void flow.zoomIn({ duration }) }} />
            <IconButton icon="minus" size="small" label={t('graph.zoomOut')} onClick={() => { setMoved(true); void flow.zoomOut({ duration }) }} />
            <IconButton icon="corners-out" size="small" label={t('graph.fit')} onClick={() => { setMoved(false); fit() }} />
          </Panel>
        </ReactFlow>
      </NodeActionsProvider>
    </div>
  )
}

const fitting = (layout: Layout) => ({ padding: PADDING, maxZoom: 1, minZoom: layout.places.size > FEW ? FARTHEST : LEGIBLE })

/** Nodes as React Flow takes them; frames lie under their members. */
function nodesOf(plan: Plan, layout: Layout, aboutOf: (id: string) => string): Node[] {
  const dataOf = (node: GraphNode) => ({ node, about: aboutOf(node.id) })
  const at = (id: string) => {
    const { x, y, width, height } = layout.places.get(id)!
    return { id, position: { x, y }, width, height, draggable: false, selectable: false, focusable: false }
  }
  return plan.boxes.flatMap((box): Node[] => {
    if (box.type !== 'group') return [{ ...at(box.id), type: box.type, data: dataOf(box.node!), zIndex: 1 }]
    const frame: Node = { ...at(box.id), type: 'agents', data: { box }, zIndex: box.open ? 0 : 1 }
    return box.open
      ? [frame, ...box.members.map((member): Node => ({ ...at(member.id), type: 'agent', data: dataOf(member), zIndex: 1 }))]
      : [frame]
  })
}

function colorOf(node: Node): string {
  const { node: shown, box } = node.data as { node?: GraphNode; box?: Box }
  return box?.open ? 'var(--line)' : shown?.color || 'var(--faint)'
}
