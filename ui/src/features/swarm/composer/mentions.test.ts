import { describe, expect, it } from 'vitest'

import type { Member } from '../model'
import { matching, mentionAt, withMention } from './mentions'

const member = (name: string, role = ''): Member => ({ id: `${name}@solar`, name, role, color: '', icon: '', isPerson: false })
const all = [member('Ana', 'lead'), member('Ben', 'analyst'), member('Íñigo', 'critic')]

describe('a mention that is being written', () => {
  it('begins at an @ after a space, a bracket or the beginning', () => {
    expect(mentionAt('@an', 3)).toEqual({ at: 0, query: 'an' })
    expect(mentionAt('ask (@b', 7)).toEqual({ at: 5, query: 'b' })
    expect(mentionAt('hello @', 7)).toEqual({ at: 6, query: '' })
  })
  it('is not in the middle of an address, nor behind the caret', () => {
    expect(mentionAt('me@home', 7)).toBeNull()
    expect(mentionAt('@ana and', 8)).toBeNull()
    expect(mentionAt('x @ana', 1)).toBeNull()
  })
  it('is written out where the caret stands', () => {
    expect(withMention('ask @be please', { at: 4, query: 'be' }, 7, 'Ben')).toEqual({ text: 'ask @Ben please', caret: 9 })
    expect(withMention('@', { at: 0, query: '' }, 1, 'Ana')).toEqual({ text: '@Ana ', caret: 5 })
  })
})

describe('the members that match', () => {
  it('come by the beginning of the name first, then by anything in name and role', () => {
    expect(matching(all, 'an').map((one) => one.name)).toEqual(['Ana', 'Ben'])
    expect(matching(all, 'ini').map((one) => one.name)).toEqual(['Íñigo'])
    expect(matching(all, '').length).toBe(3)
    expect(matching(all, 'zz')).toEqual([])
  })
})
