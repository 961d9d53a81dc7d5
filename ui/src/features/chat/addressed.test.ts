import { describe, expect, it } from 'vitest'

import type { Agent } from '@/client/api'

import { addressable, addressed } from './addressed'

const agent = (id: string, name: string, changes: Partial<Agent> = {}) =>
  ({ id, name, role: 'specialist', status: 'active', ...changes }) as Agent
const agents = [
  agent('peter-logical', 'Peter'),
  agent('toby-technical', 'Toby'),
  agent('jose', 'José'),
  agent('code', 'Code Helper', { role: 'helper' }),
  agent('ida', 'Ida', { status: 'paused' }),
  agent('cleo-supervisor', 'Cleo', { role: 'supervisor' }),
]

describe('an agent', () => {
  it('can be written to, unless it is a helper, paused or the one who decides', () => {
    expect(agents.filter(addressable).map((one) => one.id)).toEqual(['peter-logical', 'toby-technical', 'jose'])
  })
})

describe('a text that begins with an agent', () => {
  it('is for that agent', () => {
    expect(addressed('@Peter, solve x = 1', agents)).toMatchObject({
      agent: { id: 'peter-logical' },
      rest: 'solve x = 1',
    })
    expect(addressed('@toby-technical help', agents)).toMatchObject({ agent: { id: 'toby-technical' }, rest: 'help' })
  })
  it('is left alone when nobody is called that, or nothing is said', () => {
    expect(addressed('@nobody hello', agents)).toBeNull()
    expect(addressed('@Peter', agents)).toBeNull()
    expect(addressed('@ida hello', agents)).toBeNull()
  })
})
