import { describe, expect, it } from 'vitest'

import type { Agent } from '@/client/api'

import { able, can, each } from './acts'
import { blankDraft } from './draft'

const agent = (fields: Partial<Agent>): Agent => ({
  ...blankDraft(),
  kind: 'model',
  origin: 'user',
  id: 'a',
  name: 'A',
  ...fields,
})
const supervisor = agent({ id: 'cleo-supervisor', role: 'supervisor', origin: 'builtin' })

describe('what can be done to an agent', () => {
  it('is never deleting one that ships, and resetting only one that was changed', () => {
    const shipped = agent({ origin: 'builtin' })
    expect(can('delete', shipped)).toBe(false)
    expect(can('delete', agent({ origin: 'plugin' }))).toBe(false)
    expect(can('reset', shipped)).toBe(false)
    expect(can('reset', agent({ origin: 'builtin', updatedAt: '2026-01-01T00:00:00Z' }))).toBe(true)
    expect(can('reset', agent({ updatedAt: '2026-01-01T00:00:00Z' }))).toBe(false)
  })

  it('is neither pausing, archiving, duplicating nor deleting for the supervisor', () => {
    expect(['pause', 'archive', 'duplicate', 'delete'].filter((act) => can(act as 'pause', supervisor))).toEqual([])
  })

  it('is keeping for one that would expire', () => {
    expect(able('keep', [agent({}), agent({ id: 'custom_1', origin: 'runtime' })]).map((one) => one.id)).toEqual([
      'custom_1',
    ])
  })
})

describe('work on many', () => {
  it('goes a few at a time, and a failure stops nothing', async () => {
    let running = 0
    let most = 0
    const failed = await each(
      [1, 2, 3, 4, 5, 6, 7],
      async (item) => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        if (item === 3) throw new Error('no')
      },
      3,
    )
    expect(most).toBe(3)
    expect(failed.map((one) => one.item)).toEqual([3])
  })

  it('begins nothing more once it is stopped', async () => {
    const done: number[] = []
    await each(
      [1, 2, 3, 4],
      (item) => Promise.resolve(done.push(item)),
      1,
      () => done.length === 2,
    )
    expect(done).toEqual([1, 2])
  })
})
