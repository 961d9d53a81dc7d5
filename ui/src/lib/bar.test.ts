import { expect, it } from 'vitest'

import { barLength } from './bar'

it('is as long as its value says, from zero on', () => {
  expect([80, 30, 1, 0].map((value) => barLength(value, 100))).toEqual(['80%', '30%', '1%', '0%'])
  expect(barLength(3, 12)).toBe('25%')
  expect([barLength(5, 0), barLength(-1, 10), barLength(11, 10)]).toEqual(['0%', '0%', '100%'])
})
