import { expect, test } from 'vitest'

import { byIndex, byRound, callerOf, depthOf, placeOf } from './place'
import { at } from './place.fixture'

test('a place says for which helper something happens, and how deep', () => {
  expect([callerOf(at(1)), depthOf(at(1))]).toEqual(['', 0])
  expect([callerOf(at(1, 0, ['a', 'b'])), depthOf(at(1, 0, ['a', 'b']))]).toEqual(['b', 2])
})

test("what was written before places were is work of the execution's own agent", () => {
  expect(placeOf({})).toEqual({ path: [], phase: 'answer' })
  expect(placeOf({ place: at(3) })).toEqual(at(3))
})

test('rounds come by phase and number, calls by index, and what belongs to no round comes last', () => {
  const places = [
    at(1, null, [], 'rejoin'),
    placeOf({}),
    at(10),
    at(1, null, [], 'revision'),
    at(2),
    at(1, null, [], 'join'),
  ]
  expect(places.sort(byRound).map(({ phase, round }) => `${phase} ${round ?? '-'}`)).toEqual([
    'answer 2',
    'answer 10',
    'answer -',
    'join 1',
    'revision 1',
    'rejoin 1',
  ])
  expect([at(1, 10), at(1, 2)].sort(byIndex).map(({ index }) => index)).toEqual([2, 10])
})
