import './graph.css'

import { MiniMap, ReactFlowProvider, useReactFlow, type Node } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { Agent } from '@/client/api'
import { Canvas, focusNode, inSight, useMoveTime } from '@/components/canvas'
import { useAgentWords } from '@/lib/agent-words'
import { useTexts } from '@/lib/text'

import { Edges } from './edges'
import { layoutOf, neighbour, NODE_HEIGHT, type Layout } from './layout'
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
      <Picture {...props} layout={layout} />
    </ReactFlowProvider>
  )
}

function Picture({ plan, agents, layout, goal, onOpen, onToggle, unwell }: GraphProps & { layout: Layout }) {
  const t = useTexts('architecture')
  const flow = useReactFlow()
  const around = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState(false)
  const [roomy, setRoomy] = useState(false)
  const duration = useMoveTime()
  const words = useAgentWords()
  const nodes = useMemo(
    () =>
      nodesOf(plan, layout, (id) => {
        const agent = agents.get(id)
        return agent ? words(agent) : ''
      }),
    [plan, layout, agents, words],
  )

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
      if (place && !inSight(flow.getViewport(), around, { ...place, height: NODE_HEIGHT })) center(id, 0)
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
        if (next) focusNode(around, next)
      },
      reached,
      unwell,
    }),
    [onOpen, onToggle, layout, reached, unwell],
  )

  return (
    <NodeActionsProvider value={actions}>
      <Canvas
        label={t('graph.label')}
        around={around}
        nodes={nodes}
        nodeTypes={TYPES}
        minZoom={FARTHEST}
        fitViewOptions={fitting(layout)}
        onMoved={() => setMoved(true)}
        onFit={() => {
          setMoved(false)
          fit()
        }}
        lines={<Edges links={plan.links} layout={layout} />}
      >
        {roomy && (
          <MiniMap
            position="bottom-right"
            pannable
            zoomable
            ariaLabel={t('graph.map')}
            nodeColor={colorOf}
            nodeBorderRadius={16}
            style={{ width: 150, height: 84 }}
          />
        )}
      </Canvas>
    </NodeActionsProvider>
  )
}

const fitting = (layout: Layout) => ({
  padding: PADDING,
  maxZoom: 1,
  minZoom: layout.places.size > FEW ? FARTHEST : LEGIBLE,
})

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
      ? [
          frame,
          ...box.members.map((member): Node => ({ ...at(member.id), type: 'agent', data: dataOf(member), zIndex: 1 })),
        ]
      : [frame]
  })
}

function colorOf(node: Node): string {
  const { node: shown, box } = node.data as { node?: GraphNode; box?: Box }
  return box?.open ? 'var(--line)' : shown?.color || 'var(--faint)'
}
