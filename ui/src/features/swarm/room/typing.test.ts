import { describe, expect, it } from 'vitest'

import type { Doing } from '@/live/swarm-facts'

import type { Mail, Resident } from '../types'
import { typingIn } from './typing'

const resident = (id: string, over: Partial<Resident> = {}) =>
  ({ id, activity: 'sleeping', doing: '', executionId: null, ...over }) as Resident
const doing = (over: Partial<Doing>): Doing => ({
  swarm: 'solar',
  activity: 'thinking',
  tool: '',
  room: 'r',
  executionId: 'x',
  at: 0,
  ...over,
})
const claimed = (executionId: string) =>
  ({ deliveries: [{ recipient: 'ana@s', status: 'claimed', executionId }] }) as unknown as Mail

describe('who works on the mail of a room', () => {
  const all = [resident('ana@s'), resident('ben@s')]
  it('is told by the live facts of that room', () => {
    const now = { 'ana@s': doing({ activity: 'calling', tool: 'bash' }), 'ben@s': doing({ room: 'elsewhere' }) }
    expect(typingIn('r', all, now, [])).toEqual([{ resident: 'ana@s', activity: 'calling', tool: 'bash' }])
  })
  it('is nobody once they sleep', () => {
    expect(typingIn('r', all, { 'ana@s': doing({ activity: 'sleeping', room: null }) }, [])).toEqual([])
  })
  it('is told by the turn that has the mail where the page came later', () => {
    const working = [resident('ana@s', { activity: 'thinking', executionId: 'x' })]
    expect(typingIn('r', working, {}, [claimed('x')])).toEqual([{ resident: 'ana@s', activity: 'thinking', tool: '' }])
    expect(typingIn('r', working, {}, [claimed('y')])).toEqual([])
  })
})
