import { describe, expect, it } from 'vitest'

import { withNames } from './named'

const names = new Map([
  ['peter-logical', 'Peter'],
  ['notes', 'Notebook'],
])

describe('sentences of the server', () => {
  it('name agents instead of their ids', () => {
    expect(withNames('The keywords of peter-logical give 1.', names)).toBe('The keywords of Peter give 1.')
  })

  it('leave words alone that only contain an id', () => {
    expect(withNames('footnotes, peter-logical-2, denotes', names)).toBe('footnotes, peter-logical-2, denotes')
  })

  it('leave what somebody said as they said it', () => {
    expect(withNames('notes for “add it to my notes”, not “peter-logical”', names)).toBe(
      'Notebook for “add it to my notes”, not “peter-logical”',
    )
  })
})
