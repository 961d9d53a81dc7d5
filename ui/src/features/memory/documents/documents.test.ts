import { describe, expect, it } from 'vitest'

import { grouped } from './groups'
import { kindOf } from './kind'
import { writeBytes } from '@/lib/size'
import { tagsOf } from './tags'
import type { Hit } from './types'

const hit = (document: string, passage: string) =>
  ({ document: { id: document }, passage: { id: passage } }) as unknown as Hit

describe('hits', () => {
  it('of a document stand together, the best document first', () => {
    const groups = grouped([hit('a', '1'), hit('b', '2'), hit('a', '3')])
    expect(groups.map(({ document, hits }) => [document.id, hits.map(({ passage }) => passage.id)])).toEqual([
      ['a', ['1', '3']],
      ['b', ['2']],
    ])
  })
})

describe('tags', () => {
  it('are what stands between commas, each once', () => {
    expect(tagsOf(' law, 2026 ,, law,')).toEqual(['law', '2026'])
    expect(tagsOf('')).toEqual([])
  })
  it('are refused where there are too many or one is too long', () => {
    expect(tagsOf(Array.from({ length: 21 }, (_, index) => `t${index}`).join())).toBeNull()
    expect(tagsOf('x'.repeat(61))).toBeNull()
    expect(tagsOf('😀'.repeat(60))).toHaveLength(1)
  })
})

describe('a file', () => {
  it.each([
    ['application/pdf', 'pdf'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word'],
    ['text/markdown', 'markdown'],
    ['text/html', 'html'],
    ['text/plain', 'text'],
    ['application/zip', 'other'],
  ])('of type %s is called %s', (type, kind) => {
    expect(kindOf(type)).toBe(kind)
  })
  it('has its size written in the unit a person would choose', () => {
    expect([writeBytes(1, 'en'), writeBytes(12_345, 'en'), writeBytes(2_560_000, 'es')]).toEqual([
      '1 byte',
      '12 kB',
      '2,6 MB',
    ])
  })
})
