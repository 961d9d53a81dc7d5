import { describe, expect, it } from 'vitest'

import type { Edit, Finding, GeneralWord, Proposal } from '../types'
import { byAgent, proposalFor } from './groups'

const finding = (agent: string, value: string): Finding => ({
  agent,
  code: 'duplicate-tag',
  field: 'tags',
  value,
  message: '',
  why: { code: 'unexpected', values: {}, parts: [] },
})
const word = (more: Partial<GeneralWord> = {}): GeneralWord => ({
  agent: 'peter',
  field: 'tags',
  text: 'help',
  messages: 9,
  elsewhere: 8,
  wrong: 0,
  ...more,
})
const proposal = (kind: string, ...edits: Edit[]): Proposal => ({
  kind,
  reason: '',
  edits,
  fixes: [],
  breaks: [],
  breaksGolden: 0,
  flips: 0,
  messages: 0,
  saves: 0,
})
const edit = (more: Partial<Edit> = {}): Edit => ({
  kind: 'remove',
  agent: 'peter',
  field: 'tags',
  value: 'help',
  ...more,
})

describe('findings by agent', () => {
  it('begin with the agent that has most, and keep the order otherwise', () => {
    const groups = byAgent([finding('ami', 'a'), finding('peter', 'b'), finding('toby', 'c'), finding('peter', 'd')])
    expect(groups.map((group) => group.agent)).toEqual(['peter', 'ami', 'toby'])
    expect(groups[0]!.findings.map((one) => one.value)).toEqual(['b', 'd'])
  })
})

describe('the proposal for a word', () => {
  it('is the one that changes that very word', () => {
    const right = proposal('word', edit())
    expect(
      proposalFor(word(), [
        proposal('word', edit({ value: 'other' })),
        proposal('word', edit({ agent: 'ami' })),
        right,
      ]),
    ).toBe(right)
  })

  it('may write a text field anew', () => {
    const right = proposal('word', edit({ kind: 'set', field: 'description', value: 'Solves equations.' }))
    expect(proposalFor(word({ field: 'description' }), [right])).toBe(right)
  })

  it('is none of those made for other reasons', () => {
    expect(proposalFor(word(), [proposal('model', edit())])).toBeUndefined()
  })
})
