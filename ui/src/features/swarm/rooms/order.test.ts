import { describe, expect, it } from 'vitest'

import { membersOf, PERSON } from '../model'
import type { Room } from '../types'
import { directWith, fitting, inOneLine, sorted, titleOf } from './order'

const resident = (name: string) => ({
  id: `${name.toLowerCase()}@solar`,
  name,
  role: '',
  color: '#111111',
  icon: 'robot',
})
const members = membersOf([resident('Ana'), resident('Ben'), resident('Íñigo')], 'You')
const room = (id: string, over: Partial<Room>): Room =>
  ({
    id,
    swarmId: 'solar',
    kind: 'direct',
    name: '',
    status: 'open',
    members: [],
    mails: 0,
    unread: 0,
    mentions: 0,
    lastMailAt: null,
    lastMail: '',
    createdAt: '2026-01-01T00:00:00Z',
    ...over,
  }) as Room

const team = room('team', {
  kind: 'group',
  name: 'The team',
  members: [PERSON, 'ana@solar', 'ben@solar'],
  lastMailAt: '2026-01-02T00:00:00Z',
})
const ana = room('ana', { members: [PERSON, 'ana@solar'], lastMailAt: '2026-01-03T00:00:00Z' })
const between = room('between', { members: ['ana@solar', 'íñigo@solar'], lastMailAt: '2026-01-04T00:00:00Z' })
const fresh = room('fresh', { kind: 'group', name: 'New', members: [PERSON], createdAt: '2026-01-05T00:00:00Z' })

describe('the rooms of a swarm', () => {
  it('come latest first, those of the residents apart', () => {
    const { mine, others } = sorted([team, ana, between, fresh])
    expect(mine.map((one) => one.id)).toEqual(['fresh', 'ana', 'team'])
    expect(others.map((one) => one.id)).toEqual(['between'])
  })
  it('are called after whom one writes to', () => {
    expect(titleOf(team, members)).toBe('The team')
    expect(titleOf(ana, members)).toBe('Ana')
    expect(titleOf(between, members)).toBe('Ana · Íñigo')
  })
  it('of somebody who is not known are called by their id', () => {
    expect(titleOf(room('x', { members: [PERSON, 'zoe'] }), members)).toBe('zoe')
  })
  it('are found by title and by member, without accents', () => {
    const all = [team, ana, between]
    expect(fitting(all, 'inigo', members)).toEqual([between])
    expect(fitting(all, 'TEAM ben', members)).toEqual([team])
    expect(fitting(all, '', members)).toEqual(all)
  })
  it('hold at most one of the person and a resident', () => {
    expect(directWith([team, between, ana], 'ana@solar')).toBe(ana)
    expect(directWith([team, between], 'ana@solar')).toBeUndefined()
  })
  it('show their latest mail in one line without marks', () => {
    expect(inOneLine('# Result\n\n**Take** the `small` one:\n\n- 3 * 4 is snake_case\n> said')).toBe(
      'Result Take the small one: 3 * 4 is snake_case said',
    )
    expect(inOneLine('2 > 1')).toBe('2 > 1')
  })
})
