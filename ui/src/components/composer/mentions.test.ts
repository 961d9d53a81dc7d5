import { describe, expect, it } from 'vitest'

import { matching, mentionAt, withMention, withoutMention } from './mentions'

describe('a mention that is being written', () => {
  it('is what is written after an @ up to the caret', () => {
    expect(mentionAt('@pe', 3)).toEqual({ at: 0, query: 'pe' })
    expect(mentionAt('Hello @', 7)).toEqual({ at: 6, query: '' })
    expect(mentionAt('Hello @pe and more', 9)).toEqual({ at: 6, query: 'pe' })
  })
  it('begins at an @ after a space, a bracket or the beginning', () => {
    expect(mentionAt('ask (@b', 7)).toEqual({ at: 5, query: 'b' })
    expect(mentionAt('x @ana', 1)).toBeNull()
  })
  it('is no mail address, and ends at a space or a dot', () => {
    expect(mentionAt('ana@exam', 8)).toBeNull()
    expect(mentionAt('@peter solve', 12)).toBeNull()
    expect(mentionAt('@peter.', 7)).toBeNull()
    expect(mentionAt('@r2.d2', 6)).toEqual({ at: 0, query: 'r2.d2' })
  })
  it('is taken out of the text when it was chosen to address somebody', () => {
    expect(withoutMention('@pe solve it', { at: 0, query: 'pe' }, 3)).toEqual({ text: 'solve it', caret: 0 })
    expect(withoutMention('Please @pe solve', { at: 7, query: 'pe' }, 10)).toEqual({ text: 'Please solve', caret: 7 })
    expect(withoutMention('@pe', { at: 0, query: 'pe' }, 3)).toEqual({ text: '', caret: 0 })
    expect(withoutMention(' @pe solve', { at: 1, query: 'pe' }, 4)).toEqual({ text: 'solve', caret: 0 })
  })
  it('is written out where the caret stands when it was chosen to name somebody', () => {
    const written = withMention('ask @be please', { at: 4, query: 'be' }, 7, 'Ben')
    expect(written).toEqual({ text: 'ask @Ben please', caret: 9 })
    expect(withMention('@', { at: 0, query: '' }, 1, 'Ana')).toEqual({ text: '@Ana ', caret: 5 })
  })
})

describe('those who match', () => {
  const all = [
    { name: 'Ana', role: 'lead' },
    { name: 'Ben', role: 'analyst' },
    { name: 'Íñigo', role: 'critic' },
  ]
  const found = (query: string) =>
    matching(
      all,
      query,
      (one) => [one.name],
      (one) => [one.name, one.role],
    ).map((one) => one.name)
  it('come by the beginning of the name first, then by anything in their words, whatever case and accents', () => {
    expect(found('an')).toEqual(['Ana', 'Ben'])
    expect(found('INI')).toEqual(['Íñigo'])
    expect(found('')).toHaveLength(3)
    expect(found('zz')).toEqual([])
  })
})
