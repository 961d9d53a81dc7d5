import { describe, expect, it } from 'vitest'

import type { Edit } from '../types'
import { editsKey, wordingOf } from './words'

const edit = (more: Partial<Edit> = {}): Edit => ({ kind: 'add', agent: 'ski', field: 'tags', value: 'stove', ...more })

describe('the sentence of an edit', () => {
  it('is one of its own for what lists gain and lose, and for what fields become', () => {
    expect(wordingOf(edit())).toBe('add.tags')
    expect(wordingOf(edit({ kind: 'remove', field: 'patterns' }))).toBe('remove.patterns')
    expect(wordingOf(edit({ kind: 'set', field: 'priority', value: 3 }))).toBe('set.priority')
  })

  it('is a general one for what this app does not know', () => {
    expect(wordingOf(edit({ field: 'feathers' }))).toBe('add.other')
    expect(wordingOf(edit({ kind: 'set', field: 'tags' }))).toBe('set.other')
  })
})

describe('edits', () => {
  it('have a key that no other list of edits has', () => {
    expect(editsKey([edit()])).toBe(editsKey([edit()]))
    expect(editsKey([edit(), edit({ value: 'x' })])).not.toBe(editsKey([edit({ value: 'x' }), edit()]))
  })
})
