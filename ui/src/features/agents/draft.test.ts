import { describe, expect, it } from 'vitest'

import {
  blankDraft,
  changedFields,
  draftSchema,
  fits,
  idFor,
  merged,
  only,
  placeOfFilled,
  tidied,
  type Draft,
} from './draft'

const draft = (fields: Partial<Draft> = {}): Draft => ({ ...blankDraft(), id: 'gardener', name: 'Gardener', ...fields })
const problems = (fields: Partial<Record<keyof Draft, unknown>>) => {
  const outcome = draftSchema.safeParse({ ...draft(), ...fields })
  return outcome.success ? [] : outcome.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

describe('the rules of an agent', () => {
  it('accept a name and an id alone, and fill in what the server would', () => {
    expect(draftSchema.parse({ id: 'gardener', name: 'Gardener' })).toMatchObject({
      role: 'custom',
      temperature: 0.7,
      maxTokens: 4000,
      languages: ['en', 'es'],
      contextWindow: -1,
      silenceMinutes: null,
      recall: true,
      remember: true,
      maxIterations: 8,
      review: 'on_doubt',
      budget: { steps: 50, seconds: 1800, tokens: null, depth: 3, agents: 20 },
    })
  })

  it('refuse what the server would refuse, naming the place', () => {
    expect(problems({ id: 'Gardener' })).toEqual(['id: id'])
    expect(problems({ name: '   ' })).toEqual(['name: required'])
    expect(problems({ name: 'a\u202eb' })).toEqual(['name: oneLine'])
    expect(problems({ temperature: 2.1 })).toEqual(['temperature: atMost|2'])
    expect(problems({ maxIterations: 1.5 })).toEqual(['maxIterations: whole'])
    expect(problems({ maxTokens: Number.NaN })).toEqual(['maxTokens: number'])
    expect(problems({ tags: ['fine', ' '] })).toEqual(['tags.1: required'])
    expect(problems({ keywords: Array.from({ length: 201 }, (_, n) => `k${n}`) })).toEqual(['keywords: tooMany|200'])
    expect(problems({ languages: [] })).toEqual(['languages: required'])
    expect(problems({ color: '#12345' })).toEqual(['color: color'])
    expect(problems({ budget: { steps: 0, seconds: 0, tokens: null, depth: 11, agents: -1 } })).toEqual([
      'budget.steps: atLeast|1',
      'budget.seconds: moreThan|0',
      'budget.depth: atMost|10',
      'budget.agents: atLeast|0',
    ])
  })

  it('count characters as the server does: an emoji is one', () => {
    expect(fits('🙂'.repeat(100), 100)).toBe(true)
    expect(fits('🙂'.repeat(101), 100)).toBe(false)
  })
})

describe('empty lines', () => {
  it('may stand while somebody writes, and are not sent', () => {
    expect(problems({ examples: ['one', '', ' '] })).toEqual([])
    expect(tidied(draft({ examples: ['one', '', ' ', 'two'], name: ' Ada ' }))).toMatchObject({
      examples: ['one', 'two'],
      name: 'Ada',
    })
  })

  it('do not move what the server says to another line', () => {
    expect(placeOfFilled(['', 'a', '', 'b'], 1)).toBe(3)
    expect(placeOfFilled(['a', 'b'], 0)).toBe(0)
  })
})

describe('what was changed', () => {
  it('is found per field, also inside lists and the budget', () => {
    const before = draft({ tags: ['a', 'b'] })
    expect(changedFields(before, { ...before })).toEqual([])
    expect(changedFields(before, { ...before, tags: ['a', 'b'] })).toEqual([])
    expect(changedFields(before, { ...before, tags: ['b', 'a'], budget: { ...before.budget, tokens: 5 } })).toEqual([
      'tags',
      'budget',
    ])
  })

  it('is all that a change sends', () => {
    expect(only(draft({ name: 'Ada' }), ['name'])).toEqual({ name: 'Ada' })
  })

  it('survives a change made elsewhere, which comes in where I changed nothing', () => {
    const before = draft()
    const mine = { ...before, name: 'Mine' }
    const theirs = { ...before, name: 'Theirs', description: 'theirs' }
    expect(merged(before, mine, theirs)).toMatchObject({ name: 'Mine', description: 'theirs' })
  })
})

describe('an id made of a name', () => {
  const free = () => false

  it('is lower case, without accents and signs', () => {
    expect(idFor('  Señor Jardín & Söhne!', free)).toBe('senor-jardin-sohne')
  })

  it('is another one where it is taken', () => {
    expect(idFor('Ana', (id) => ['ana', 'ana-2'].includes(id))).toBe('ana-3')
  })

  it('is empty where nothing can be made of the name, and never too long', () => {
    expect(idFor('菜園', free)).toBe('')
    expect(idFor('x'.repeat(300), () => false).length).toBeLessThanOrEqual(64)
  })
})
