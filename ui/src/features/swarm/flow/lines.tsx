import { memo, useMemo, useState } from 'react'

import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { memberOf, type Member } from '../model'
import type { Edge } from './aggregate'
import type { Pulses } from './pulses'
import { bendOf, inkOf, lineOf, middleOf, tipOf, widthOf, type Point, type Ring } from './ring'

/** Lines that are drawn at most; the busiest. */
const MOST = 600
/** Lines that carry their number while nobody is pointed at. */
const NUMBERED = 8
/** Lines of somebody who is pointed at that carry their number. */
const NUMBERED_OF_ONE = 24
/** So many lines show which way they go while nobody is pointed at. */
const TIPPED = 90

interface LinesProps {
  edges: readonly Edge[]
  ring: Ring
  members: ReadonlyMap<string, Member>
  /** Whose lines are bright. */
  bright: string | null
  pulses: Pulses
  /** Whether time goes on by itself: then lines are too short-lived to be pressed. */
  playing: boolean
  onEdge: (edge: Edge) => void
}

interface Drawn {
  edge: Edge
  path: string
  bend: Point
  middle: Point
}

/** The lines between members, with the numbers of the busiest. */
export const Lines = memo(function Lines({ edges, ring, members, bright, pulses, playing, onEdge }: LinesProps) {
  const format = useFormat()
  const [pointed, setPointed] = useState<string | null>(null)
  const most = edges[0]?.mails ?? 1
  const rim = ring.disc / 2 + 2
  const drawn = useMemo(
    () =>
      edges.slice(0, MOST).flatMap((edge): Drawn[] => {
        const [from, to] = [ring.places.get(edge.sender), ring.places.get(edge.recipient)]
        if (!from || !to || edge.sender === edge.recipient) return []
        return [
          {
            edge,
            path: lineOf(from, to, ring.center, rim),
            bend: bendOf(from, to, ring.center),
            middle: middleOf(from, to, ring.center),
          },
        ]
      }),
    [edges, ring, rim],
  )
  const concerns = (edge: Edge) => edge.sender === bright || edge.recipient === bright
  const stateOf = (edge: Edge) =>
    edge.id === pointed ? 'on' : bright === null ? undefined : concerns(edge) ? 'on' : 'off'
  const numbered =
    bright === null
      ? drawn.filter((one) => one.edge.mails > 1).slice(0, NUMBERED)
      : drawn.filter((one) => concerns(one.edge)).slice(0, NUMBERED_OF_ONE)
  const shown =
    pointed === null
      ? numbered
      : [...numbered.filter((one) => one.edge.id !== pointed), ...drawn.filter((one) => one.edge.id === pointed)]
  return (
    <svg
      aria-hidden
      className="absolute inset-0 size-full"
      style={{ '--ink-of-lines': inkOf(drawn.length) } as React.CSSProperties}
    >
      {drawn.map(({ edge, path, bend }) => {
        const width = widthOf(edge.mails, most, drawn.length)
        return (
          <Line
            key={edge.id}
            id={edge.id}
            path={path}
            tip={tipOf(bend, ring.places.get(edge.recipient)!, rim, 4 + width)}
            tipped={drawn.length <= TIPPED}
            width={width}
            color={memberOf(members, edge.sender).color}
            state={stateOf(edge)}
            pulses={pulses}
          />
        )
      })}
      {!playing && <Hits drawn={drawn} members={members} onEdge={onEdge} onPoint={setPointed} />}
      {shown.map(({ edge, middle }) => (
        <g key={edge.id} transform={`translate(${middle.x} ${middle.y})`} className="pointer-events-none">
          <rect
            x={-6 - 3.5 * String(edge.mails).length}
            y={-9}
            width={12 + 7 * String(edge.mails).length}
            height={18}
            rx={9}
            className="fill-surface stroke-line"
          />
          <text textAnchor="middle" dominantBaseline="central" className="numbers fill-ink text-[11px] font-medium">
            {format.number(edge.mails)}
          </text>
        </g>
      ))}
    </svg>
  )
})

interface LineProps {
  id: string
  path: string
  tip: string
  /** Whether it shows which way it goes when it is not bright. */
  tipped: boolean
  width: number
  color: string
  state: 'on' | 'off' | undefined
  pulses: Pulses
}

const Line = memo(function Line({ id, path, tip, tipped, width, color, state, pulses }: LineProps) {
  const lit = pulses((now) => now.lit.has(id))
  const look = lit ? 'on' : state
  const tone = `color-mix(in oklab, ${color} 72%, var(--ink))`
  return (
    <>
      <path className="flow-line" data-state={look} d={path} strokeWidth={width} style={{ stroke: tone }} />
      {(tipped || look === 'on') && (
        <path className="flow-line flow-tip" data-state={look} d={tip} style={{ fill: tone }} />
      )}
    </>
  )
})

interface HitsProps {
  drawn: readonly Drawn[]
  members: ReadonlyMap<string, Member>
  onEdge: (edge: Edge) => void
  onPoint: (id: string | null) => void
}

/**
 * What takes the pointer for each line, wider than what is seen of it; the list beside it does the same for keyboards.
 */
const Hits = memo(function Hits({ drawn, members, onEdge, onPoint }: HitsProps) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const words = (edge: Edge) =>
    t('flow.edge', {
      from: memberOf(members, edge.sender).name,
      to: memberOf(members, edge.recipient).name,
      n: format.number(edge.mails),
      count: edge.mails,
    })
  return drawn.map(({ edge, path }) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <path
      key={edge.id}
      className="flow-hit"
      d={path}
      onClick={() => onEdge(edge)}
      onPointerEnter={() => onPoint(edge.id)}
      onPointerLeave={() => onPoint(null)}
    >
      <title>{words(edge)}</title>
    </path>
  ))
})
