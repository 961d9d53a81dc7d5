import './flow.css'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import { useTexts } from '@/lib/text'

import { memberOf, type Member } from '../model'
import { busyness, neighboursOf, type Edge } from './aggregate'
import { Dots } from './dots'
import { Lines } from './lines'
import { FlowNode } from './node'
import type { Pulses } from './pulses'
import { ringOf } from './ring'

interface GraphProps {
  ids: readonly string[]
  edges: readonly Edge[]
  members: ReadonlyMap<string, Member>
  /** The member that is looked at, until somebody else is. */
  chosen: string | null
  /** Chooses a member, or nobody where it was chosen already. */
  onChoose: (id: string) => void
  onEdge: (edge: Edge) => void
  pulses: Pulses
  playing: boolean
}

/** Members around a ring, and lines between them that are as wide as there are mails. */
export function Graph({ ids, edges, members, chosen, onChoose, onEdge, pulses, playing }: GraphProps) {
  const t = useTexts('swarm-rooms')
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [pointed, setPointed] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const ring = useMemo(() => ringOf(ids, size.width, size.height), [ids, size])
  const counts = useMemo(() => busyness(edges), [edges])
  const bright = pointed ?? chosen
  const around = useMemo(() => (bright === null ? null : neighboursOf(edges, bright)), [edges, bright])
  const current = focused !== null && ring.places.has(focused) ? focused : ids[0]
  const move = useCallback(
    (from: string, by: number) => {
      const next = ids[(ids.indexOf(from) + by + ids.length) % ids.length]!
      frame.current?.querySelector<HTMLElement>(`[data-member="${CSS.escape(next)}"]`)?.focus()
    },
    [ids],
  )
  return (
    <div
      ref={frame}
      role="group"
      aria-label={t('flow.picture')}
      className="relative h-[clamp(320px,58vh,680px)] w-full overflow-hidden"
    >
      {size.width > 0 && (
        <>
          <Lines
            edges={edges}
            ring={ring}
            members={members}
            bright={bright}
            pulses={pulses}
            playing={playing}
            onEdge={onEdge}
          />
          {ids.map((id) => (
            <FlowNode
              key={id}
              member={memberOf(members, id)}
              place={ring.places.get(id)!}
              disc={ring.disc}
              mails={counts.get(id) ?? 0}
              name={ring.names === 'pointed' ? (id === bright ? 'level' : 'none') : ring.names}
              dim={around !== null && id !== bright && !around.has(id)}
              chosen={id === chosen}
              tabbable={id === current}
              onPoint={setPointed}
              onFocus={setFocused}
              onChoose={onChoose}
              onMove={move}
            />
          ))}
          <Dots pulses={pulses} ring={ring} members={members} />
        </>
      )}
    </div>
  )
}

function useSize(frame: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      setSize((now) => (now.width === width && now.height === height ? now : { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return size
}
