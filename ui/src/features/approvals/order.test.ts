import { describe, expect, it } from 'vitest'

import type { Approval } from '@/components/approval'

import { oldestFirst } from './order'

const call = (id: string, createdAt: string, status: Approval['status'] = 'pending') =>
  ({ id, createdAt, status }) as Approval

describe('the calls that wait', () => {
  it('are those on which nobody has decided, the oldest first', () => {
    const found = oldestFirst([
      call('c', '2026-01-03'),
      call('d', '2026-01-02', 'denied'),
      call('b', '2026-01-01'),
      call('a', '2026-01-01'),
    ])
    expect(found.map((one) => one.id)).toEqual(['a', 'b', 'c'])
  })
})
