import { expect, it } from 'vitest'

import type { LiveFact } from '@/live/turns'

import { BUCKET_SECONDS, BUCKETS, perSecond } from './rate'

const START = Date.parse('2026-01-01T00:10:00Z')
const at = (secondsAgo: number): LiveFact => ({
  id: 1,
  executionId: null,
  sequence: 0,
  kind: 'done',
  agent: null,
  data: {},
  at: new Date(START - secondsAgo * 1000).toISOString(),
})

it('counts events a second in stretches that end now', () => {
  const rates = perSecond([at(299), at(7), at(6), at(1)], START)
  expect(rates).toHaveLength(BUCKETS)
  expect([rates[0], rates.at(-2), rates.at(-1)]).toEqual([1 / BUCKET_SECONDS, 2 / BUCKET_SECONDS, 1 / BUCKET_SECONDS])
  expect(rates.reduce((sum, rate) => sum + rate) * BUCKET_SECONDS).toBe(4)
})

it('leaves out what is older, and takes what is from the future as from now', () => {
  const rates = perSecond([at(3600), at(301), at(-5)], START)
  expect(rates.filter((rate) => rate > 0)).toEqual([1 / BUCKET_SECONDS])
  expect(rates.at(-1)).toBe(1 / BUCKET_SECONDS)
})
