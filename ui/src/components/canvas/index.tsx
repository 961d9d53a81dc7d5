import './canvas.css'

import {
  Panel,
  ReactFlow,
  useReactFlow,
  ViewportPortal,
  type FitViewOptions,
  type Node,
  type NodeTypes,
  type Viewport,
} from '@xyflow/react'
import type { ReactNode, RefObject } from 'react'

import { cn } from '@/lib/cn'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'

import { IconButton } from '../button'

interface CanvasProps {
  label: string
  around: RefObject<HTMLDivElement | null>
  nodes: Node[]
  nodeTypes: NodeTypes
  /** How small it can be shown at the most. */
  minZoom: number
  /** How it is first shown; else as `onFit` shows it. */
  fitViewOptions?: FitViewOptions
  /** Whether only nodes in sight are drawn. */
  sparing?: boolean
  /** Hears that the person has moved the picture. */
  onMoved: () => void
  /** Shows the whole picture. */
  onFit: () => void
  /** What is drawn between the nodes. */
  lines: ReactNode
  className?: string
  children?: ReactNode
}

/** How long a picture takes to move, in milliseconds. */
export function useMoveTime(): number {
  return useMedia('(prefers-reduced-motion: reduce)') ? 0 : 200
}

/** Moves the keyboard to a node. */
export function focusNode(around: RefObject<HTMLDivElement | null>, id: string): void {
  around.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Whether all of a box, in the coordinates of the nodes, can be seen. */
export function inSight(viewport: Viewport, around: RefObject<HTMLDivElement | null>, box: Box): boolean {
  const frame = around.current?.getBoundingClientRect()
  if (!frame) return true
  const { x, y, zoom } = viewport
  const [left, top] = [box.x * zoom + x, box.y * zoom + y]
  return left >= 0 && top >= 0 && left + box.width * zoom <= frame.width && top + box.height * zoom <= frame.height
}

/**
 * A picture of nodes and lines that one moves and zooms, inside a `ReactFlowProvider`. Its nodes are buttons of their
 * own.
 */
export function Canvas({
  label,
  around,
  onMoved,
  onFit,
  lines,
  sparing = false,
  className,
  children,
  ...shown
}: CanvasProps) {
  const t = useTexts('canvas')
  const flow = useReactFlow()
  const duration = useMoveTime()
  const zoom = (step: typeof flow.zoomIn) => {
    onMoved()
    void step({ duration })
  }
  return (
    <div ref={around} role="group" aria-label={label} className={cn('graph-canvas absolute inset-0', className)}>
      <ReactFlow
        {...shown}
        fitView={shown.fitViewOptions !== undefined}
        maxZoom={1.75}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        onlyRenderVisibleElements={sparing}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomOnDoubleClick={false}
        attributionPosition="bottom-left"
        onMove={(event) => {
          if (event) onMoved()
        }}
        // While it is dragged the picture is one layer that is only shifted; standing still it is drawn sharp.
        onMoveStart={() => around.current?.setAttribute('data-moving', '')}
        onMoveEnd={() => around.current?.removeAttribute('data-moving')}
      >
        <ViewportPortal>{lines}</ViewportPortal>
        {children}
        <Panel position="top-left" className="flex flex-col rounded-md border floating">
          <IconButton icon="plus" size="small" label={t('zoomIn')} onClick={() => zoom(flow.zoomIn)} />
          <IconButton icon="minus" size="small" label={t('zoomOut')} onClick={() => zoom(flow.zoomOut)} />
          <IconButton icon="corners-out" size="small" label={t('fit')} onClick={onFit} />
        </Panel>
      </ReactFlow>
    </div>
  )
}
