import { describe, expect, it } from 'vitest'

import { codeName, kindOfHidden, stretchesOf } from './visible'
import cases from './visible.cases.json'

const shown = (text: string) => stretchesOf(text).map((one) => ('text' in one ? one.text : codeName(one.hidden)))

const hidden = (text: string) =>
  stretchesOf(text).flatMap((one) => ('hidden' in one ? [codeName(one.hidden).slice(2)] : []))

describe('the rule of what is hidden', () => {
  it('is the one of the terminal', () => {
    for (const [text, codes] of cases as [string, string[]][]) expect([text, hidden(text)]).toEqual([text, codes])
  })
})

describe('a text in which nothing is hidden', () => {
  it('stays whole, with its lines, tabs, letters of any script and pictures', () => {
    for (const text of ['rm -rf build\n\tok', 'שלום عالم 你好 ñ é', '👨‍👩‍👧 👍🏽 🏳️‍🌈 ❤️', 'a\r\nb'])
      expect(shown(text)).toEqual([text])
  })
  it('is nothing where it is empty', () => expect(stretchesOf('')).toEqual([]))
})

describe('a text in which something is hidden', () => {
  it('shows what turns the order of the letters', () => {
    expect(shown('safe\u202etxt.exe')).toEqual(['safe', 'U+202E', 'txt.exe'])
    expect(shown('a\u2066b\u2069')).toEqual(['a', 'U+2066', 'b', 'U+2069'])
  })
  it('shows what has no width, tags that spell out orders, fillers and odd spaces', () => {
    expect(shown('pay\u200bpal')).toEqual(['pay', 'U+200B', 'pal'])
    expect(shown('hi\u{e0041}\u{e0042}')).toEqual(['hi', 'U+E0041', 'U+E0042'])
    expect(shown('a\u3164b\u00a0c')).toEqual(['a', 'U+3164', 'b', 'U+00A0', 'c'])
    expect(shown('x\u{e0100}')).toEqual(['x', 'U+E0100'])
  })
  it('shows controls, also a return that overwrites a line, and halves of characters', () => {
    expect(shown('good\rbad\u001b[2K')).toEqual(['good', 'U+000D', 'bad', 'U+001B', '[2K'])
    expect(shown('\ud800')).toEqual(['U+D800'])
  })
  it('shows a joiner that joins no pictures', () => {
    expect(shown('pay\u200dpal')).toEqual(['pay', 'U+200D', 'pal'])
    expect(shown('\u200d👍')).toEqual(['U+200D', '👍'])
  })
  it('loses no character of the text', () => {
    const text = 'a\u202eb\u200b\u{e0041}c👨‍👩‍👧\u0000\n'
    const back = stretchesOf(text)
      .map((one) => ('text' in one ? one.text : String.fromCodePoint(one.hidden)))
      .join('')
    expect(back).toBe(text)
  })
})

describe('the kind of a hidden character', () => {
  it('says what it does', () => {
    expect([0x202e, 0x200b, 0xe0041, 0xa0, 0x2028, 0x1b, 0xe000].map(kindOfHidden)).toEqual([
      'direction',
      'zeroWidth',
      'tag',
      'space',
      'line',
      'control',
      'other',
    ])
  })
})
