import { expect, it } from 'vitest'

import { partOfDay } from './greeting'
import { ceiling } from './scale'

it('greets by the time of day', () => {
  expect([0, 4, 5, 11, 12, 19, 20, 23].map(partOfDay)).toEqual([
    'evening',
    'evening',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ])
})

it('ends an axis at an even round number that holds every bar', () => {
  expect([0, 1, 2, 3, 5, 10, 11, 37, 41, 1000, 1001].map(ceiling)).toEqual([
    2, 2, 2, 4, 10, 10, 20, 40, 100, 1000, 2000,
  ])
})
