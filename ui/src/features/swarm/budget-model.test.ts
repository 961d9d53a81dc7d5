import { expect, test } from 'vitest'

import type { Why } from '@/lib/why'

import { fieldOf, raised, reachedOf, spentOf, tightest, valueOf } from './budget-model'
import type { Swarm } from './types'

const swarm = {
  mails: 90,
  residents: 3,
  seconds: 60,
  usage: { inputTokens: 400, outputTokens: 100, modelCalls: 2, toolCalls: 0, cost: 0 },
  limits: { mails: 100, residents: 30, seconds: 7200, tokens: null },
} as unknown as Swarm

test('what is used is told beside its limit, also where there is none', () => {
  expect(spentOf(swarm, 'tokens')).toEqual({ budget: 'tokens', used: 500, limit: null, share: 0, full: false })
  expect(spentOf({ ...swarm, mails: 100 }, 'mails')).toMatchObject({ share: 1, full: true })
})

test('the limit that is used most is the one to look at', () => {
  expect(tightest(swarm)?.budget).toBe('mails')
  expect(tightest({ ...swarm, mails: 0, residents: 0, seconds: 0 })).toBeNull()
})

test('a swarm that rests tells which limit it has reached, also where a little is left of it', () => {
  const why: Why = { code: 'raise-limit', parts: [{ code: 'swarm-tokens', values: { limit: 600 }, parts: [] }] }
  expect(reachedOf({ ...swarm, status: 'paused', why })).toBe('tokens')
  expect(reachedOf({ ...swarm, status: 'paused', why: null, mails: 100 })).toBe('mails')
  expect(reachedOf({ ...swarm, status: 'paused', why: { code: 'paused', parts: [] } })).toBeNull()
  expect(reachedOf({ ...swarm, status: 'running', why: null, mails: 100 })).toBeNull()
})

test('a field is a whole number or empty for no limit, and time is told in minutes', () => {
  expect(valueOf('mails', ' 12 ')).toBe(12)
  expect(valueOf('mails', '')).toBeNull()
  expect(valueOf('rounds', '')).toBeUndefined()
  expect(valueOf('mails', '0')).toBeUndefined()
  expect(valueOf('children', '0')).toBe(0)
  expect(valueOf('mails', '1.5')).toBeUndefined()
  expect(valueOf('seconds', fieldOf('seconds', 7200))).toBe(7200)
  expect(fieldOf('tokens', null)).toBe('')
})

test('a raised limit lets the swarm go on and is a number that people would write', () => {
  expect(raised({ budget: 'mails', used: 1003, limit: 1000, share: 1, full: true })).toBe(1600)
  expect(raised({ budget: 'residents', used: 3, limit: 3, share: 1, full: true })).toBe(5)
})
