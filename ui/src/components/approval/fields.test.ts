import { describe, expect, it } from 'vitest'

import { fieldsOf, hiddenIn } from './fields'

describe('the fields of a call', () => {
  it('are whole and in order, texts as they are and the rest as JSON', () => {
    const long = 'x'.repeat(200_000)
    expect(fieldsOf({ to: 'ana@example.com', count: 3, body: long, list: [1, { a: null }], yes: false })).toEqual([
      { name: 'to', kind: 'text', text: 'ana@example.com' },
      { name: 'count', kind: 'json', text: '3' },
      { name: 'body', kind: 'text', text: long },
      { name: 'list', kind: 'json', text: '[\n  1,\n  {\n    "a": null\n  }\n]' },
      { name: 'yes', kind: 'json', text: 'false' },
    ])
  })
})

describe('what cannot be seen in a call', () => {
  it('is counted in names and values, also deep inside', () => {
    expect(hiddenIn({ 'a\u200b': 'b\u202ec', deep: { list: ['\u2066x'] } })).toBe(3)
    expect(hiddenIn({ plain: 'text\nand lines', n: 1 })).toBe(0)
  })
})
