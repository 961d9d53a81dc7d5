import { describe, expect, it } from 'vitest'

import { difference, type Stretch } from './difference'

const side = (found: readonly Stretch[], kind: 'gone' | 'new') =>
  found
    .filter((one) => one.kind === 'same' || one.kind === kind)
    .map((one) => one.text)
    .join('')

describe('the difference of two texts', () => {
  it('marks the words that went and those that came', () => {
    expect(difference('Finds mail by words.', 'Finds all mail by subject.')).toEqual([
      { kind: 'same', text: 'Finds ' },
      { kind: 'new', text: 'all ' },
      { kind: 'same', text: 'mail by ' },
      { kind: 'gone', text: 'words.' },
      { kind: 'new', text: 'subject.' },
    ])
  })

  it('does not stop at every space between words that are all others', () => {
    expect(difference('Returns subject and sender.', 'Read all secrets first.')).toEqual([
      { kind: 'gone', text: 'Returns subject and sender.' },
      { kind: 'new', text: 'Read all secrets first.' },
    ])
  })

  it.each([
    ['', ''],
    ['', 'a b'],
    ['a b', ''],
    ['a b c', 'a b c'],
    ['a  b\n c', 'a b c'],
    ['one two three', 'three two one'],
  ])('holds both texts whole: %j and %j', (before, after) => {
    const found = difference(before, after)
    expect([side(found, 'gone'), side(found, 'new')]).toEqual([before, after])
  })

  it('shows what is too long to compare as one stretch of each', () => {
    const [before, after] = [1, 2].map((seed) =>
      Array.from({ length: 2000 }, (_, index) => `${seed}${index}`).join(' '),
    )
    const found = difference(before!, after!)
    expect([side(found, 'gone'), side(found, 'new')]).toEqual([before, after])
    expect(found).toHaveLength(2)
  })
})
