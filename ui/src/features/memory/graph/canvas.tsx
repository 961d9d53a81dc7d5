import './graph.css'

import { ReactFlowProvider, useReactFlow, type Node } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import { Canvas, focusNode, inSight, useMoveTime } from '@/components/canvas'
import { useTexts } from '@/lib/text'

import { useExplore } from './explore'
import { HEIGHT, layoutOf, neighbour, WIDTH, type Layout } from './layout'
import { Lines } from './lines'
import { EntityNode, MoreNode, NodeActionsProvider, type NodeActions, type NodeData } from './nodes'
import { moreId, type Plan } from './plan'

const TYPES = { entity: EntityNode, more: MoreNode }
const PADDING = { top: '20px', left: '52px', right: '24px', bottom: '28px' } as const
const FARTHEST = 0.1
/** What is smaller cannot be read: rather not all at once. */
const LEGIBLE = 0.7

interface SurroundingsProps {
  plan: Plan
  root: string
  name: string
  loading: ReadonlySet<string>
  onOpen: (id: string) => void
}

/** The surroundings of an entity as a picture that one can walk through. */
export default function Surroundings(props: SurroundingsProps) {
  const layout = useMemo(() => layoutOf(props.plan), [props.plan])
  return (
    <ReactFlowProvider>
      <Picture {...props} layout={layout} />
    </ReactFlowProvider>
  )
}

function Picture({ plan, root, name, loading, onOpen, layout }: SurroundingsProps & { layout: Layout }) {
  const t = useTexts('memory')
  const flow = useReactFlow()
  const around = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState(false)
  const [lit, setLit] = useState<string | null>(null)
  const duration = useMoveTime()
  const nodes = useMemo(() => nodesOf(plan, root, loading, layout), [plan, root, loading, layout])

  const fit = useCallback(() => {
    const frame = around.current?.getBoundingClientRect()
    if (!frame?.width || !layout.places.size) return
    const { x, y, width, height } = extentOf(layout)
    const zoom = Math.min(1, (frame.width - 76) / width, (frame.height - 48) / height)
    if (zoom < LEGIBLE) {
      // Not all fits in a size that can be read: as much as leaves the chosen one, which stands at 0, in sight.
      const aside = Math.max(0, frame.width / LEGIBLE / 2 - WIDTH / 2 - 70)
      const down = Math.max(0, frame.height / LEGIBLE / 2 - HEIGHT)
      void flow.setCenter(clamp(x + width / 2, aside), clamp(y + height / 2, down), { zoom: LEGIBLE, duration })
    } else
      void flow.fitView({
        padding: PADDING,
        maxZoom: 1,
        minZoom: FARTHEST,
        nodes: [...layout.places.keys()].map((id) => ({ id })),
        duration,
      })
  }, [flow, layout, duration])
  useEffect(() => {
    const element = around.current
    if (!element || moved) return undefined
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [fit, moved])

  const reached = useCallback(
    (id: string) => {
      const place = layout.places.get(id)
      if (!place || inSight(flow.getViewport(), around, { ...place, width: WIDTH, height: HEIGHT })) return
      const { zoom } = flow.getViewport()
      setMoved(true)
      void flow.setCenter(place.x + WIDTH / 2, place.y + HEIGHT / 2, { zoom: Math.max(zoom, LEGIBLE), duration })
    },
    [flow, layout, duration],
  )
  const focus = useCallback((id: string) => focusNode(around, id), [])
  const actions = useMemo<NodeActions>(
    () => ({
      open: onOpen,
      point: setLit,
      reached,
      move: (from, arrow) => {
        const next = neighbour(layout.places, from, arrow)
        if (next) focus(next)
      },
    }),
    [onOpen, layout, reached, focus],
  )
  useCurrentStays(plan, root, focus)
  useStayPut(layout, moved)

  return (
    <NodeActionsProvider value={actions}>
      <Canvas
        label={t('graph.label', { name })}
        around={around}
        className="memory-graph"
        nodes={nodes}
        nodeTypes={TYPES}
        minZoom={FARTHEST}
        sparing
        onMoved={() => setMoved(true)}
        onFit={() => {
          setMoved(false)
          fit()
        }}
        lines={<Lines plan={plan} layout={layout} lit={lit} />}
      />
    </NodeActionsProvider>
  )
}

/** What Tab goes to is always there; what took the place of a pressed "more" gets its focus. */
function useCurrentStays(plan: Plan, root: string, focus: (id: string) => void): void {
  useEffect(() => {
    const { current } = useExplore.getState()
    if (current && plan.nodes.some((node) => node.id === current)) return
    const parent = plan.nodes.find((node) => current === moreId(node.id))
    const last = parent && plan.nodes.findLast((node) => node.parent === parent.id)
    useExplore.getState().focus(last?.id ?? root)
    if (last && document.activeElement === document.body) requestAnimationFrame(() => focus(last.id))
  }, [plan, root, focus])
}

/** In a picture that somebody has moved, the node they are at stays where it is while others come and go. */
function useStayPut(layout: Layout, moved: boolean): void {
  const flow = useReactFlow()
  const before = useRef(layout)
  useEffect(() => {
    const { current } = useExplore.getState()
    const [was, now] = [before.current.places.get(current ?? ''), layout.places.get(current ?? '')]
    before.current = layout
    if (!moved || !was || !now) return
    const { x, y, zoom } = flow.getViewport()
    void flow.setViewport({ x: x + (was.x - now.x) * zoom, y: y + (was.y - now.y) * zoom, zoom })
  }, [layout, moved, flow])
}

const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value))

function extentOf(layout: Layout): { x: number; y: number; width: number; height: number } {
  const places = [...layout.places.values()]
  const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) + WIDTH - x, height: Math.max(...ys) + HEIGHT - y }
}

function nodesOf(plan: Plan, root: string, loading: ReadonlySet<string>, layout: Layout): Node[] {
  const names = new Map(plan.nodes.map((node) => [node.id, node.entity?.name ?? '']))
  return plan.nodes.map((node) => {
    const data: NodeData = { node, root, parentName: names.get(node.parent ?? '') ?? '', loading: loading.has(node.id) }
    return {
      id: node.id,
      position: layout.places.get(node.id)!,
      width: WIDTH,
      height: HEIGHT,
      type: node.entity ? 'entity' : 'more',
      data,
      draggable: false,
      selectable: false,
      focusable: false,
    }
  })
}
