import { describe, expect, it } from 'vitest'

import { movedOf, stageShares, trafficOf } from './traffic'

const group = (before: string | null, after: string | null, count: number) => ({ before, after, count, samples: [] })

describe('traffic before and after', () => {
  it('is what each keeps and what moves, and nothing is lost', () => {
    const links = trafficOf({
      shares: [
        { agent: 'a', before: 10, after: 7 },
        { agent: 'b', before: 2, after: 4 },
        { agent: null, before: 1, after: 2 },
      ],
      groups: [group('a', 'b', 2), group('a', null, 1)],
    })
    expect(links).toEqual([
      { from: 'a', to: 'a', count: 7 },
      { from: 'b', to: 'b', count: 2 },
      { from: '', to: '', count: 1 },
      { from: 'a', to: 'b', count: 2 },
      { from: 'a', to: '', count: 1 },
    ])
    expect(links.reduce((sum, { count }) => sum + count, 0)).toBe(13)
    expect(movedOf(links)).toHaveLength(2)
  })
  it('claims no more than is sure where the report left groups out', () => {
    expect(trafficOf({ shares: [{ agent: 'a', before: 10, after: 6 }], groups: [] })).toEqual([
      { from: 'a', to: 'a', count: 6 },
    ])
  })
  it('is nothing where there were no messages', () => {
    expect(trafficOf({ shares: [], groups: [] })).toEqual([])
  })
})

it('stages stand in the order in which they are asked, with their share of the messages', () => {
  expect(
    stageShares({
      messages: 4,
      stagesBefore: [
        ['tags', 3],
        ['model', 1],
      ],
      stagesAfter: [
        ['tags', 2],
        ['intents', 2],
      ],
    }),
  ).toEqual([
    { stage: 'intents', before: 0, after: 0.5 },
    { stage: 'tags', before: 0.75, after: 0.5 },
    { stage: 'model', before: 0.25, after: 0 },
  ])
})
