import { describe, expect, it } from 'vitest'

import { folded, fromFirstMark, markExact, markWords } from './marks'

const marked = (pieces: { text: string; marked: boolean }[]) =>
  pieces.filter((piece) => piece.marked).map((piece) => piece.text)

describe('the words of a search in a text', () => {
  it('are found without accents and in other forms', () => {
    expect(marked(markWords('Vive en Córdoba desde 2019', ['cordoba']))).toEqual(['Córdoba'])
    expect(marked(markWords('She works at Acme; working hours are long', ['work']))).toEqual(['works', 'working'])
  })

  it('are not found in words that only begin alike', () => {
    expect(marked(markWords('Conference about constitutional law', ['const']))).toEqual([])
    expect(marked(markWords('Ana, Anatolia', ['ana']))).toEqual(['Ana'])
  })

  it('leave the text whole', () => {
    const text = 'Él nació en Berlín 🙂 y vive en Berlín'
    expect(
      markWords(text, ['berlin'])
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})

describe('an exact text', () => {
  it('is found wherever it is, whatever the case', () => {
    expect(marked(markExact('C++ and c++11', 'C++'))).toEqual(['C++', 'c++'])
  })

  it('is not marked where places in lower case are others', () => {
    expect(marked(markExact('İİİ abc', 'abc'))).toEqual([])
  })

  it('of nothing marks nothing', () => {
    expect(markExact('abc', '')).toEqual([{ text: 'abc', marked: false }])
  })
})

describe('a long text', () => {
  it('begins a little before its first mark, at a word', () => {
    const pieces = fromFirstMark(markWords(`${'word '.repeat(60)}Berlin is big`, ['berlin']))
    expect(pieces[0]!.text).toMatch(/^…word/)
    expect(pieces[0]!.text.length).toBeLessThan(70)
    expect(marked(pieces)).toEqual(['Berlin'])
  })

  it('without a mark stays as it is', () => {
    expect(fromFirstMark(markWords('x'.repeat(200), ['y']))).toEqual([{ text: 'x'.repeat(200), marked: false }])
  })
})

it('folding keeps every place', () => {
  for (const text of ['Ñandú', 'straße', 'İstanbul', '日本語', '🙂a']) expect(folded(text)).toHaveLength(text.length)
})
