import { expect, it } from 'vitest'

import { piecesOf } from './snippet'

it('marks what was sought, counted as the server counts', () => {
  expect(piecesOf('😀 Tax, and tax', [[2, 5], [11, 14]])).toEqual([
    { text: '😀 ', marked: false }, { text: 'Tax', marked: true }, { text: ', and ', marked: false }, { text: 'tax', marked: true },
  ])
  expect(piecesOf('Tax', [])).toEqual([{ text: 'Tax', marked: false }])
})
