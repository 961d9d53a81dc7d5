import { expect, it } from 'vitest'

import { piecesOf } from './snippet'

it('marks what was sought, counted as the server counts', () => {
  expect(
    piecesOf('😀 Tax, and tax', [
      [2, 5],
      [11, 14],
    ]),
  ).toEqual([
    { text: '😀 ', marked: false },
    { text: 'Tax', marked: true },
    { text: ', and ', marked: false },
    { text: 'tax', marked: true },
  ])
  expect(piecesOf('Tax', [])).toEqual([{ text: 'Tax', marked: false }])
})

it('begins shortly before what was sought where there is little room', () => {
  const text = 'The plan is written, with its number and the title Autumn plan'
  expect(piecesOf(text, [[51, 57]], 12)).toEqual([
    { text: '…the title ', marked: false },
    { text: 'Autumn', marked: true },
    { text: ' plan', marked: false },
  ])
  expect(piecesOf('A tax', [[2, 5]], 12)).toEqual([
    { text: 'A ', marked: false },
    { text: 'tax', marked: true },
  ])
  expect(piecesOf('No mark in this long line', [], 12)).toEqual([{ text: 'No mark in this long line', marked: false }])
})
