import { describe, expect, it } from 'vitest'

import type { Mail } from '../types'
import {
  busyness,
  edgesIn,
  heights,
  lastMail,
  moved,
  neighboursOf,
  played,
  spanCount,
  spanOf,
  spanStart,
  type FlowReport,
} from './aggregate'
import { isBetween } from './pair'
import { inkOf, inOrder, lineOf, middleOf, ringOf, widthOf } from './ring'

const report: FlowReport = {
  since: '2026-01-01T10:00:00Z',
  until: '2026-01-01T10:10:00Z',
  spanSeconds: 60,
  current: true,
  flows: [
    { sender: 'ana', recipient: 'ben', at: '2026-01-01T10:00:00Z', mails: 2 },
    { sender: 'ben', recipient: 'ana', at: '2026-01-01T10:01:00Z', mails: 1 },
    { sender: 'ana', recipient: 'ben', at: '2026-01-01T10:09:00Z', mails: 3 },
    { sender: 'ana', recipient: 'person', at: '2026-01-01T10:10:00Z', mails: 1 },
  ],
}

describe('the flow of mails', () => {
  it('is told span by span, the very last moment included', () => {
    expect(spanCount(report)).toBe(10)
    expect(heights(report)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 4])
    expect(spanOf(report, '2026-01-01T10:10:00Z')).toBe(9)
    expect(lastMail(report)).toBe(Date.parse('2026-01-01T10:11:00Z'))
    expect(lastMail({ ...report, flows: [] })).toBeNull()
    expect(spanStart(report, 9)).toBe('2026-01-01T10:09:00.000Z')
  })
  it('has one span where everything happened at once', () => {
    const once = { ...report, until: report.since }
    expect(spanCount(once)).toBe(1)
    expect(heights(once)).toEqual([7])
  })
  it('is summed up over a stretch of time, busiest first', () => {
    expect(edgesIn(report, { from: 0, to: 9 }).map((edge) => [edge.id, edge.mails])).toEqual([
      ['ana→ben', 5],
      ['ana→person', 1],
      ['ben→ana', 1],
    ])
    expect(edgesIn(report, { from: 1, to: 8 }).map((edge) => edge.id)).toEqual(['ben→ana'])
    expect(report.flows[0]!.mails).toBe(2)
  })
  it('says who is busy and who has to do with whom', () => {
    const edges = edgesIn(report, { from: 0, to: 9 })
    expect([...busyness(edges)]).toEqual([
      ['ana', 7],
      ['ben', 6],
      ['person', 1],
    ])
    expect([...neighboursOf(edges, 'ben')]).toEqual(['ana'])
  })
  it('is moved and played within its time', () => {
    expect(moved({ from: 2, to: 4 }, -9, 10)).toEqual({ from: 0, to: 2 })
    expect(moved({ from: 2, to: 4 }, 9, 10)).toEqual({ from: 7, to: 9 })
    expect(played({ from: 7, to: 8 }, 10)).toEqual({ from: 8, to: 9 })
    expect(played({ from: 8, to: 9 }, 10)).toBeNull()
  })
})

describe('the ring of members', () => {
  it('begins at the top, stays in its frame and keeps everybody equally far apart', () => {
    const ids = Array.from({ length: 100 }, (_, at) => `r${at}`)
    const { places, disc, names } = ringOf(ids, 900, 560)
    const all = [...places.values()]
    expect(all[0]).toMatchObject({ angle: 0, x: 450 })
    expect(all.every((place) => place.x > disc && place.x < 900 - disc && place.y > disc && place.y < 560 - disc)).toBe(
      true,
    )
    const gaps = all.map((place, at) => Math.hypot(place.x - all[(at + 1) % 100]!.x, place.y - all[(at + 1) % 100]!.y))
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.1)
    expect(Math.min(...gaps)).toBeGreaterThan(disc)
    expect(names).toBe('turned')
    expect(ringOf(ids, 360, 420).names).toBe('pointed')
  })
  it('has large discs with names for a few', () => {
    expect(ringOf(['a', 'b', 'c'], 900, 480)).toMatchObject({ disc: 40, names: 'level' })
  })
  it('draws both ways between two members apart from one another', () => {
    const [a, b, center] = [
      { x: 100, y: 100 },
      { x: 300, y: 100 },
      { x: 200, y: 200 },
    ]
    expect(middleOf(a, b, center)).not.toEqual(middleOf(b, a, center))
    expect(lineOf(a, b, center, 0)).toMatch(/^M 100 100 Q .* 300 100$/)
  })
  it('draws more mails wider', () => {
    expect(widthOf(1, 100, 10)).toBeLessThan(widthOf(50, 100, 10))
    expect(widthOf(100, 100, 10)).toBeCloseTo(9)
    expect(widthOf(1, 1, 10)).toBeLessThan(3)
  })
  it('draws many lines thinner and fainter', () => {
    expect(widthOf(5, 5, 300)).toBeLessThan(widthOf(5, 5, 10))
    expect(inkOf(300)).toBeLessThan(inkOf(30))
    expect(inkOf(1)).toBe(0.5)
  })
  it('sets children beside their parents, and those who are gone at the end', () => {
    const residents = [
      { id: 'a', parentId: null },
      { id: 'b', parentId: null },
      { id: 'a1', parentId: 'a' },
      { id: 'b1', parentId: 'b' },
      { id: 'x', parentId: 'gone' },
    ]
    expect(inOrder(residents, 'person', ['a', 'old'])).toEqual(['person', 'a', 'a1', 'b', 'b1', 'x', 'old'])
  })
})

describe('the mails between two', () => {
  const mail = (sender: string, recipient: string, sentAt = '2026-01-01T10:00:00Z') =>
    ({ sender, sentAt, deliveries: [{ recipient }] }) as unknown as Mail
  const pair = { a: 'ana', b: 'ben', from: Date.parse('2026-01-01T09:00:00Z'), to: Date.parse('2026-01-01T11:00:00Z') }
  it('go either way, in the time that is looked at', () => {
    expect(isBetween(mail('ana', 'ben'), pair)).toBe(true)
    expect(isBetween(mail('ben', 'ana'), pair)).toBe(true)
    expect(isBetween(mail('ana', 'cid'), pair)).toBe(false)
    expect(isBetween(mail('ana', 'ben', '2026-01-01T12:00:00Z'), pair)).toBe(false)
  })
})
