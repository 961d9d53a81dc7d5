import { describe, expect, it } from 'vitest'

import type { Decision } from '@/client/api'

import { sameOutcome } from './same-outcome'

type Outcome = Pick<Decision, 'agent' | 'stage' | 'parts'>
const outcome = (agent: string | null, more: Partial<Outcome> = {}): Outcome => ({
  agent,
  stage: 'tags',
  parts: [],
  ...more,
})
const parts = (...agents: string[]) => agents.map((agent) => ({ agent })) as Decision['parts']

describe('whether a message would be decided the same now', () => {
  it('goes by who gets it, not by the stage', () => {
    expect(sameOutcome(outcome('peter'), outcome('peter', { stage: 'intents' }))).toBe(true)
    expect(sameOutcome(outcome('peter'), outcome('ami'))).toBe(false)
    expect(sameOutcome(outcome(null), outcome(null))).toBe(true)
  })

  it('looks at every part of a message with several requests', () => {
    const both = outcome('peter', { stage: 'split', parts: parts('peter', 'notes') })
    expect(sameOutcome(both, outcome('peter', { stage: 'split', parts: parts('peter', 'notes') }))).toBe(true)
    expect(sameOutcome(both, outcome('peter', { stage: 'split', parts: parts('peter', 'ami') }))).toBe(false)
    expect(sameOutcome(both, outcome('peter'))).toBe(false)
  })

  it('takes what a model settled as the same while rules still leave it open', () => {
    expect(sameOutcome(outcome('peter', { stage: 'model' }), outcome(null, { stage: 'model' }))).toBe(true)
    expect(sameOutcome(outcome('peter', { stage: 'model' }), outcome(null, { stage: 'finalize' }))).toBe(false)
  })
})
