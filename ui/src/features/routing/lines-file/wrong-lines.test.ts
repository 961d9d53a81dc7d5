import { expect, it } from 'vitest'

import { wrongLines } from './wrong-lines'

it('finds the lines that an answer refuses', () => {
  const errors = [
    { place: 'body' as const, field: 'content', line: 3, detail: 'this is no JSON.' },
    { place: 'body' as const, field: 'release', line: 4, detail: 'of another field.' },
  ]
  expect(wrongLines({ errors })).toEqual([{ line: 3, message: 'this is no JSON.' }])
})

it('finds none where the whole file is refused, or something else failed', () => {
  expect(
    wrongLines({
      errors: [{ place: 'body', field: 'content', line: null, detail: 'There is no message in the file.' }],
    }),
  ).toEqual([])
  expect(wrongLines(undefined)).toEqual([])
})
