import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { keys, refreshAfter } from './refresh'
import type { LiveFact } from './turns'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const fact = (kind: string, data: Record<string, unknown> = {}, residentId: string | null = null): LiveFact => ({
  id: 1,
  executionId: 'turn',
  sequence: 1,
  kind,
  agent: 'peter-logical',
  residentId,
  swarmId: residentId && 'solar',
  data: { swarm: 'solar', ...data },
  at: '2026-01-01T00:00:00Z',
})

/** Follows a query whose answers come when they are let go, and counts how often it is read. */
function followed(queryKey: readonly unknown[]) {
  const queries = new QueryClient()
  const waiting: (() => void)[] = []
  let reads = 0
  const queryFn = () => {
    reads += 1
    return new Promise<number>((resolve) => waiting.push(() => resolve(reads)))
  }
  const stop = new QueryObserver(queries, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined)
  return {
    queries,
    stop,
    reads: () => reads,
    answer: async () => {
      waiting.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('a burst of events is read once', async () => {
  const { queries, stop, reads, answer } = followed(keys.residents('solar'))
  await answer()
  for (const _ of [1, 2, 3]) refreshAfter(queries, fact('resident.woken', { resident: 'ana@solar', room: null }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads()).toBe(2)
  await answer()
  stop()
})

test('what is being read while something happens is read again after it has come', async () => {
  const { queries, stop, reads, answer } = followed(keys.residents('solar'))
  refreshAfter(queries, fact('resident.slept', { resident: 'ana@solar' }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads()).toBe(1)
  await answer()
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads()).toBe(2)
  await answer()
  stop()
})

test('turns of residents leave the conversations as they are', async () => {
  const { queries, stop, reads, answer } = followed(keys.conversations)
  await answer()
  refreshAfter(queries, fact('done', { status: 'completed' }, 'ana@solar'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads()).toBe(1)
  refreshAfter(queries, fact('done', { status: 'completed' }))
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads()).toBe(2)
  await answer()
  stop()
})
