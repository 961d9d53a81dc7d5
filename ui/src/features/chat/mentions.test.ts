import { describe, expect, it } from 'vitest'

import type { Agent } from '@/client/api'

import { addressed, matching, mentionAt, withoutMention } from './mentions'

const agent = (id: string, name: string, changes: Partial<Agent> = {}) =>
  ({ id, name, role: 'specialist', status: 'active', ...changes }) as Agent
const agents = [
  agent('peter-logical', 'Peter'), agent('toby-technical', 'Toby'), agent('jose', 'José'),
  agent('code', 'Code Helper', { role: 'helper' }), agent('ida', 'Ida', { status: 'paused' }),
  agent('cleo-supervisor', 'Cleo', { role: 'supervisor' }),
]

describe('a mention', () => {
  it('is what is written after an @ up to the caret', () => {
    expect(mentionAt('@pe', 3)).toEqual({ at: 0, query: 'pe' })
    expect(mentionAt('Hello @', 7)).toEqual({ at: 6, query: '' })
    expect(mentionAt('Hello @pe and more', 9)).toEqual({ at: 6, query: 'pe' })
  })
  it('is no mail address, and ends at a space', () => {
    expect(mentionAt('ana@exam', 8)).toBeNull()
    expect(mentionAt('@peter solve', 12)).toBeNull()
  })
  it('is taken out of the text when an agent was chosen', () => {
    expect(withoutMention('@pe solve it', { at: 0, query: 'pe' }, 3)).toEqual({ text: 'solve it', caret: 0 })
    expect(withoutMention('Please @pe solve', { at: 7, query: 'pe' }, 10)).toEqual({ text: 'Please solve', caret: 7 })
    expect(withoutMention('@pe', { at: 0, query: 'pe' }, 3)).toEqual({ text: '', caret: 0 })
    expect(withoutMention(' @pe solve', { at: 1, query: 'pe' }, 4)).toEqual({ text: 'solve', caret: 0 })
  })
})

describe('agents that match', () => {
  it('begin with what is written before they contain it, without regard to case and accents', () => {
    expect(matching(agents, 'T').map((one) => one.name)).toEqual(['Toby', 'Peter'])
    expect(matching(agents, 'jose').map((one) => one.name)).toEqual(['José'])
  })
  it('can be written to: helpers, paused ones and who decides cannot', () => {
    expect(matching(agents, '').map((one) => one.id)).toEqual(['peter-logical', 'toby-technical', 'jose'])
  })
})

describe('a text that begins with an agent', () => {
  it('is for that agent', () => {
    expect(addressed('@Peter, solve x = 1', agents)).toMatchObject({ agent: { id: 'peter-logical' }, rest: 'solve x = 1' })
    expect(addressed('@toby-technical help', agents)).toMatchObject({ agent: { id: 'toby-technical' }, rest: 'help' })
  })
  it('is left alone when nobody is called that, or nothing is said', () => {
    expect(addressed('@nobody hello', agents)).toBeNull()
    expect(addressed('@Peter', agents)).toBeNull()
    expect(addressed('@ida hello', agents)).toBeNull()
  })
})
