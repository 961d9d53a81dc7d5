import { describe, expect, it } from 'vitest'

import { layoutOf, neighbour, NODE_HEIGHT, NODE_WIDTH, rounded, type Place } from './layout'
import { planOf, type GraphNode, type Grouping } from './plan'

const node = (id: string, kind: string, role: GraphNode['role'] = null): GraphNode => ({
  id,
  label: id,
  kind,
  role,
  color: '',
  icon: '',
  status: null,
  model: null,
  tools: [],
})

function planFor(agents: number, grouping: Grouping, toggled: string[] = []) {
  const ids = Array.from({ length: agents }, (_, index) => `a${index}`)
  return planOf(
    {
      nodes: [
        node('cleo', 'supervisor'),
        node('router', 'router'),
        node('review', 'review'),
        node('finalize', 'finalize'),
        ...ids.map((id) => node(id, 'agent', 'specialist')),
      ],
      edges: [
        { source: 'cleo', target: 'router' },
        { source: 'router', target: 'finalize' },
        { source: 'review', target: 'finalize' },
        ...ids.flatMap((id) => [
          { source: 'router', target: id },
          { source: id, target: 'review' },
        ]),
      ],
    },
    () => [],
    grouping,
    new Set(toggled),
  )
}

const overlap = (a: Place, b: Place) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe('layoutOf', () => {
  it('goes from left to right: supervisor, router, agents, review, answer', () => {
    const { places } = layoutOf(planFor(3, 'none'))
    const order = ['cleo', 'router', 'a1', 'review', 'finalize'].map((id) => places.get(id)!.x)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(new Set(order).size).toBe(order.length)
  })

  it('keeps that order without any agent', () => {
    const { places } = layoutOf(planFor(0, 'none'))
    expect(places.get('review')!.x).toBeGreaterThan(places.get('router')!.x + NODE_WIDTH)
  })

  it('lays nothing over anything else, 200 agents in an open group included', () => {
    const plan = planFor(200, 'role', ['group:role:specialist'])
    const { places } = layoutOf(plan)
    const frame = places.get('group:role:specialist')!
    const others = [...places].filter(([id]) => id !== 'group:role:specialist')
    expect(others).toHaveLength(204)
    for (const [index, [, place]] of others.entries()) {
      for (const [, other] of others.slice(index + 1)) expect(overlap(place, other)).toBe(false)
    }
    for (const member of plan.boxes.find((box) => box.open)!.members) {
      const place = places.get(member.id)!
      expect(place.x).toBeGreaterThan(frame.x)
      expect(place.x + place.width).toBeLessThan(frame.x + frame.width)
      expect(place.y + place.height).toBeLessThan(frame.y + frame.height)
    }
  })

  it('draws every link, and a way of its own to each agent in an open group', () => {
    const plan = planFor(8, 'role')
    const { paths, inner, places } = layoutOf(plan)
    expect([...paths.keys()].sort()).toEqual(plan.links.map((link) => link.id).sort())
    expect(inner.size).toBe(16)
    const last = places.get('a7')!
    expect(inner.get('router>a7')!.endsWith(`L${last.x} ${last.y + NODE_HEIGHT / 2}`)).toBe(true)
    expect(inner.get('a7>review')!.startsWith(`M${last.x + NODE_WIDTH} ${last.y + NODE_HEIGHT / 2}`)).toBe(true)
  })

  it('leads what nobody fits past everything, below', () => {
    const plan = planFor(6, 'none')
    const { paths, places } = layoutOf(plan)
    const lowest = Math.max(...[...places.values()].map((place) => place.y + place.height))
    const ys = [...paths.get('router>finalize')!.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map((match) =>
      Number(match[2]),
    )
    expect(Math.max(...ys)).toBeGreaterThan(lowest)
  })
})

describe('rounded', () => {
  it('draws a straight line without a corner', () => {
    expect(
      rounded([
        [0, 0],
        [10, 0],
      ]),
    ).toBe('M0 0L10 0')
  })

  it('softens a corner by no more than half of its shorter side', () => {
    expect(
      rounded([
        [0, 0],
        [100, 0],
        [100, 8],
      ]),
    ).toBe('M0 0L96 0Q100 0 100 4L100 8')
  })
})

describe('neighbour', () => {
  const at = (x: number, y: number): Place => ({ x, y, width: NODE_WIDTH, height: NODE_HEIGHT })
  const places = new Map([
    ['left', at(0, 100)],
    ['top', at(300, 0)],
    ['middle', at(300, 100)],
    ['bottom', at(300, 200)],
    ['far', at(600, 0)],
  ])

  it('goes straight ahead before aside', () => {
    expect(neighbour(places, 'left', 'ArrowRight')).toBe('middle')
    expect(neighbour(places, 'middle', 'ArrowUp')).toBe('top')
    expect(neighbour(places, 'middle', 'ArrowDown')).toBe('bottom')
    expect(neighbour(places, 'bottom', 'ArrowLeft')).toBe('left')
  })

  it('comes from any agent of an open group to its heading, and does not jump far aside', () => {
    const frame: Place = { x: 280, y: -60, width: 800, height: 400 }
    const around = new Map([...places, ['frame', frame]])
    expect(neighbour(around, 'top', 'ArrowUp')).toBe('frame')
    expect(neighbour(around, 'frame', 'ArrowUp')).toBeNull()
    expect(
      neighbour(
        new Map([
          ['a', at(0, 100)],
          ['b', at(2000, 90)],
        ]),
        'a',
        'ArrowUp',
      ),
    ).toBeNull()
  })

  it('stays where nothing is that way', () => {
    expect(neighbour(places, 'far', 'ArrowRight')).toBeNull()
    expect(neighbour(places, 'gone', 'ArrowRight')).toBeNull()
  })
})
