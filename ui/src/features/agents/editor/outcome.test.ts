import { describe, expect, it } from 'vitest'

import { outcomeOf } from './outcome'

describe('what a decision means for the edited agent', () => {
  it('is winning, losing to another, or nobody at all', () => {
    expect(outcomeOf({ agent: 'ada', stage: 'tags', shortlist: [] }, 'ada').kind).toBe('wins')
    expect(outcomeOf({ agent: 'bob', stage: 'tags', shortlist: [] }, 'ada')).toEqual({ kind: 'other', agent: 'bob' })
    expect(outcomeOf({ agent: null, stage: 'finalize', shortlist: [] }, 'ada').kind).toBe('nobody')
  })

  it('is the supervisor for small talk, and open where a model would choose', () => {
    expect(outcomeOf({ agent: null, stage: 'small_talk', shortlist: [] }, 'ada').kind).toBe('supervisor')
    expect(outcomeOf({ agent: null, stage: 'model', shortlist: ['ada', 'bob'] }, 'ada').kind).toBe('open')
  })
})
