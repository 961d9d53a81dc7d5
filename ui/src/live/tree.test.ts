import { describe, expect, it } from 'vitest'

import { depthOf, helperOf, isBelow, localOf, parentOf } from './tree'

describe('the name of a call', () => {
  it('says whose call it is and how deep', () => {
    expect([parentOf('model:1@1'), localOf('model:1@1'), depthOf('model:1@1')]).toEqual(['', 'model:1@1', 0])
    const deep = 'tool:1:0/tool:2:1/model:1@3'
    expect([parentOf(deep), localOf(deep), depthOf(deep)]).toEqual(['tool:1:0/tool:2:1', 'model:1@3', 2])
  })

  it('is not taken for one below a call whose name only begins alike', () => {
    expect(isBelow('tool:1:0/model:1', 'tool:1:0')).toBe(true)
    expect(isBelow('tool:1:01/model:1', 'tool:1:0')).toBe(false)
    expect(isBelow('tool:1:0', 'tool:1:0')).toBe(false)
  })
})

describe('the name of a tool', () => {
  it('says which helper it calls', () => {
    expect(helperOf('call_web-research_agent')).toBe('web-research')
    expect(helperOf('call_my_own_agent')).toBe('my_own')
    expect(helperOf('calculator')).toBeNull()
    expect(helperOf('call__agent')).toBeNull()
  })
})
