import { describe, expect, it } from 'vitest'

import { placesIn, sectionAt, sectionsOf } from './sections'

const paragraph = (name: string, length = 400) => `${name} ${'x'.repeat(length)}`

describe('the sections of a document', () => {
  it('hold all of it, in its order, and are no longer than what is laid out at once', () => {
    const content = Array.from({ length: 60 }, (_, index) => paragraph(`p${index}`)).join('\n\n')
    const sections = sectionsOf(content)
    expect(sections.map(({ text }) => text).join('\n\n')).toBe(content)
    expect(Math.max(...sections.map(({ text }) => text.length))).toBeLessThanOrEqual(3000)
  })
  it('begin with headings', () => {
    const content = '# One\n\ntext\n\n# Two\n\nmore'
    const two = content.indexOf('# Two')
    expect(sectionsOf(content, [0, two]).map(({ text }) => text)).toEqual(['# One\n\ntext', '# Two\n\nmore'])
  })
  it('do not cut code in two', () => {
    const content = 'a\n\n```\nline\n\nline\n```\n\nb'
    const start = content.indexOf('line')
    const [, marked] = sectionsOf(content, [], { start, end: start + 1 })
    expect(marked).toMatchObject({ marked: true, text: '```\nline\n\nline\n```' })
  })
  it('mark whole paragraphs of a passage, and only those', () => {
    const content = 'first\n\nsecond one\n\nthird\n\nfourth'
    const start = content.indexOf('one')
    const sections = sectionsOf(content, [], { start, end: content.indexOf('third') + 2 })
    expect(sections.filter(({ marked }) => marked).map(({ text }) => text)).toEqual(['second one\n\nthird'])
    expect(sections).toHaveLength(3)
  })
  it('are none of an empty document, and one of a single line', () => {
    expect(sectionsOf('')).toEqual([])
    expect(sectionsOf('  \n\n ')).toEqual([])
    expect(sectionsOf('x'.repeat(9000))).toHaveLength(1)
  })
  it('are found by a place', () => {
    const sections = sectionsOf('# a\n\nb\n\n# c\n\nd', [0, 8])
    expect([0, 5, 8, 99].map((place) => sectionAt(sections, place))).toEqual([0, 0, 1, 1])
  })
})

describe('places', () => {
  it('are the same where every character counts once', () => {
    expect(placesIn('añb', [0, 2, 3])).toEqual([0, 2, 3])
  })
  it('move by what counts twice', () => {
    const content = '😀a😀b'
    expect(placesIn(content, [1, 3, 0])).toEqual([2, 5, 0])
    expect(content.slice(...(placesIn(content, [1, 2]) as [number, number]))).toBe('a')
  })
  it('never go beyond the end', () => {
    expect(placesIn('😀', [5])).toEqual([2])
  })
})
