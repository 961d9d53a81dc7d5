import { expect, it } from 'vitest'

import { pieces } from './pieces'

it('cuts a JSON text into coloured pieces that are together the text', () => {
  const text = JSON.stringify({ 'a "b"': ['x:\\', -1.5e-7, true, null], c: {} }, null, 2)
  const found = pieces(text)
  expect(found.map((piece) => piece.text).join('')).toBe(text)
  const of = (kind: string) => found.filter((piece) => piece.kind === kind).map((piece) => piece.text)
  expect(of('key')).toEqual([JSON.stringify('a "b"'), '"c"'])
  expect(of('text')).toEqual([JSON.stringify('x:\\')])
  expect(of('number')).toEqual(['-1.5e-7'])
  expect(of('word')).toEqual(['true', 'null'])
})

it('loses nothing of a text that was cut in the middle', () => {
  const text = '{\n  "a": "never clo…'
  expect(
    pieces(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
