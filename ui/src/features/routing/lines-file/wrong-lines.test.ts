import { expect, it } from 'vitest'

import { wrongLines } from './wrong-lines'

it('finds the lines that an answer refuses', () => {
  const errors = [
    { place: 'body' as const, field: 'content', detail: 'Line 3: this is no JSON (Line 1: x).' },
    { place: 'body' as const, field: 'release', detail: 'Line 4: of another field.' },
  ]
  expect(wrongLines({ errors })).toEqual([{ line: 3, message: 'this is no JSON (Line 1: x).' }])
})

it('finds none where the whole file is refused, or something else failed', () => {
  expect(wrongLines({ errors: [{ place: 'body', field: 'content', detail: 'There is no message in the file.' }] })).toEqual([])
  expect(wrongLines(undefined)).toEqual([])
})
