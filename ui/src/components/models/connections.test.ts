import { describe, expect, it } from 'vitest'

import { givenFacts, readNumber } from './connections'

describe('what is set by hand', () => {
  it('is a number with either decimal sign, or nothing', () => {
    expect(['0.5', '0,5', ' 3 ', '', 'x', '-1'].map(readNumber)).toEqual([0.5, 0.5, 3, null, null, null])
  })

  it('is sent only where something is set', () => {
    expect(givenFacts({ inputPrice: null, tools: null })).toBeNull()
    expect(givenFacts({ inputPrice: 0, tools: false, images: null })).toEqual({ inputPrice: 0, tools: false })
  })
})
