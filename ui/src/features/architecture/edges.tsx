import { memo, useState, type ReactNode } from 'react'
import { useShallow } from 'zustand/react/shallow'

import { cn } from '@/lib/cn'

import { TRAVEL_MS, type Pulse } from './flow'
import { useFlow } from './flow-store'
import type { Layout } from './layout'
import type { Link } from './plan'

const NONE: readonly Pulse[] = []

/** All ways between the boxes, under the nodes; what flows to or from one in an open group goes to that very one. */
export const Edges = memo(function Edges({ links, layout }: { links: readonly Link[]; layout: Layout }) {
  return (
    <>
      <Sheet>
        {links.map((link) => (
          <Way
            key={link.id}
            path={layout.paths.get(link.id)!}
            edges={link.edges}
            bare={layout.inner.has(link.edges[0]!)}
          />
        ))}
      </Sheet>
      <Sheet over>
        {[...layout.inner].map(([edge, path]) => (
          <InnerWay key={edge} path={path} edge={edge} />
        ))}
      </Sheet>
    </>
  )
})

function Sheet({ over, children }: { over?: boolean; children: ReactNode }) {
  return (
    <svg
      aria-hidden
      className={cn('pointer-events-none absolute top-0 left-0 overflow-visible', over ? 'z-0' : '-z-10')}
      width={1}
      height={1}
    >
      {children}
    </svg>
  )
}

const Way = memo(function Way({ path, edges, bare }: { path: string; edges: readonly string[]; bare: boolean }) {
  const held = useFlow((flow) => edges.some((edge) => flow.held.has(edge)))
  const pulses = useFlow(useShallow((flow) => edges.flatMap((edge) => flow.pulses[edge] ?? NONE)))
  return (
    <>
      <path d={path} className="flow-edge" data-lit={held || pulses.length > 0 ? '' : undefined} />
      {!bare && <Flowing path={path} held={held} pulses={pulses} />}
    </>
  )
})

const InnerWay = memo(function InnerWay({ path, edge }: { path: string; edge: string }) {
  const held = useFlow((flow) => flow.held.has(edge))
  const pulses = useFlow((flow) => flow.pulses[edge] ?? NONE)
  if (!held && !pulses.length) return null
  return (
    <>
      <path d={path} className="flow-edge" data-lit="" />
      <Flowing path={path} held={held} pulses={pulses} />
    </>
  )
})

function Flowing({ path, held, pulses }: { path: string; held: boolean; pulses: readonly Pulse[] }) {
  return (
    <>
      {held && <path d={path} className="flow-held" />}
      {pulses.map((pulse) => (
        <Comet key={pulse.id} path={path} begin={pulse.begin} />
      ))}
    </>
  )
}

function Comet({ path, begin }: { path: string; begin: number }) {
  const [delay] = useState(() => Math.max(0, begin - Date.now()))
  return (
    <path
      d={path}
      pathLength={100}
      className="flow-comet"
      style={{ animationDelay: `${delay}ms`, animationDuration: `${TRAVEL_MS}ms` }}
    />
  )
}
