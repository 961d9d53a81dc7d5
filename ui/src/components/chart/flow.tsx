import { useMemo } from 'react'

import { bandPath, flowPlan, type FlowLink, type FlowNode } from './flow-layout'

const BAR = 8
const WIDTH = 320

interface FlowProps {
  label: string
  links: readonly FlowLink[]
  height: number
  nameOf: (key: string) => string
  colorOf: (key: string) => string
  write: (count: number) => string
  /** Says one band in words. */
  describe: (link: FlowLink) => string
}

/** Who hands how much to whom: givers at the left, takers at the right, their names beside. */
export function Flow({ label, links, height, nameOf, colorOf, write, describe }: FlowProps) {
  const plan = useMemo(() => flowPlan(links, height), [links, height])
  return (
    <div role="group" aria-label={label} className="flex gap-2" style={{ height }}>
      <Names nodes={plan.left} nameOf={nameOf} write={write} end />
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        className="min-w-0 flex-1"
        role="img"
        aria-label={plan.bands.slice(0, 12).map(describe).join('; ')}
      >
        {plan.bands.map((band) => (
          <path
            key={`${band.from} ${band.to}`}
            d={bandPath(band, BAR, WIDTH - BAR)}
            fill={colorOf(band.from)}
            className="flow-link"
          >
            <title>{describe(band)}</title>
          </path>
        ))}
        {plan.left.map((node) => (
          <rect key={node.key} x={0} y={node.top} width={BAR} height={node.height} rx={2} fill={colorOf(node.key)} />
        ))}
        {plan.right.map((node) => (
          <rect
            key={node.key}
            x={WIDTH - BAR}
            y={node.top}
            width={BAR}
            height={node.height}
            rx={2}
            fill={colorOf(node.key)}
          />
        ))}
      </svg>
      <Names nodes={plan.right} nameOf={nameOf} write={write} />
    </div>
  )
}

const LINE = 18

function Names({
  nodes,
  nameOf,
  write,
  end,
}: {
  nodes: readonly FlowNode[]
  nameOf: (key: string) => string
  write: (count: number) => string
  end?: boolean
}) {
  return (
    <ul aria-hidden className="relative w-[34%] max-w-44 shrink-0 text-sm">
      {spread(nodes).map(({ node, top }) => (
        <li
          key={node.key}
          className={`absolute inset-x-0 flex h-4.5 items-center gap-1.5 ${end ? 'justify-end' : ''}`}
          style={{ top }}
        >
          <span title={nameOf(node.key)} className="min-w-0 truncate">
            {nameOf(node.key)}
          </span>
          <span className="numbers shrink-0 text-muted">{write(node.count)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Puts each name beside the middle of its node, and none over another. */
function spread(nodes: readonly FlowNode[]): { node: FlowNode; top: number }[] {
  let free = -Infinity
  return nodes.map((node) => {
    const top = Math.max(node.top + node.height / 2 - LINE / 2, free)
    free = top + LINE
    return { node, top }
  })
}
