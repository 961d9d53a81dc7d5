import { describe, expect, it } from 'vitest'

import type { Delivery, Mail } from '../types'
import { reachOf, troubleOf } from './delivery'
import { isSettled, mailsOf, withLatest, withMails, withOlder, type MailPage } from './pages'
import { dayName, firstUnread, sequenceOf } from './sequence'

const delivery = (recipient: string, status: Delivery['status'], over: Partial<Delivery> = {}): Delivery => ({
  mailId: 'm',
  recipient,
  status,
  attempts: 0,
  executionId: null,
  error: '',
  readAt: null,
  ...over,
})
const mail = (position: number, over: Partial<Mail> = {}): Mail =>
  ({
    id: `m${position}`,
    swarmId: 'solar',
    roomId: 'r',
    position,
    sender: 'ana@solar',
    byPerson: false,
    content: 'hello',
    causeId: null,
    rootId: `m${position}`,
    hop: 0,
    replyTo: null,
    mentions: [],
    expectsReply: false,
    tainted: false,
    executionId: null,
    sentAt: `2026-01-01T10:0${position % 10}:00Z`,
    deliveries: [],
    usage: {},
    ...over,
  }) as Mail
const day = (at: string) => at.slice(0, 10)
const told = (mails: Mail[], unread: number | null = null) =>
  sequenceOf(mails, unread, day).map((item) =>
    item.kind === 'mail' ? `${item.mail.position}${item.first ? '*' : ''}` : item.kind,
  )

describe('the sequence of a room', () => {
  it('names a sender once for mails that follow closely', () => {
    expect(told([mail(1), mail(2), mail(3, { sender: 'ben@solar' }), mail(4)])).toEqual(['day', '1*', '2', '3*', '4*'])
  })
  it('names the sender again after a while, for an answer, and where a person wrote in their name', () => {
    expect(told([mail(1), mail(7)])).toEqual(['day', '1*', '7*'])
    expect(told([mail(1), mail(2, { replyTo: 'm0' })])).toEqual(['day', '1*', '2*'])
    expect(told([mail(1), mail(2, { byPerson: true })])).toEqual(['day', '1*', '2*'])
  })
  it('tells where a day begins', () => {
    expect(told([mail(1, { sentAt: '2026-01-01T23:59:00Z' }), mail(2, { sentAt: '2026-01-02T00:01:00Z' })])).toEqual([
      'day',
      '1*',
      'day',
      '2*',
    ])
  })
  it('draws a line above the first unread mail and says how many come', () => {
    const unread = { deliveries: [delivery('person', 'unread')] }
    const items = sequenceOf([mail(1), mail(2, unread), mail(3), mail(4, unread)], 2, day)
    expect(items.map((item) => item.kind)).toEqual(['day', 'mail', 'unread', 'mail', 'mail', 'mail'])
    expect(items[2]).toMatchObject({ count: 2 })
    expect(firstUnread([mail(1), mail(2, unread)])).toBe(2)
    expect(firstUnread([mail(1)])).toBeNull()
  })
  it('calls the last two days by words', () => {
    const now = new Date(2026, 4, 1, 9)
    expect(dayName(new Date(2026, 4, 1, 0, 1).toISOString(), now)).toBe('today')
    expect(dayName(new Date(2026, 3, 30, 23, 59).toISOString(), now)).toBe('yesterday')
    expect(dayName(new Date(2026, 3, 29).toISOString(), now)).toBeNull()
  })
})

describe('how far a mail has come', () => {
  const standing = (...deliveries: Delivery[]) => reachOf(mail(1, { deliveries })).standing
  it('is told by its residents, the worst first', () => {
    expect(standing(delivery('a', 'read'), delivery('person', 'unread'))).toBe('read')
    expect(standing(delivery('a', 'read'), delivery('b', 'unread'))).toBe('some')
    expect(standing(delivery('a', 'unread'), delivery('b', 'unread'))).toBe('unread')
    expect(standing(delivery('a', 'claimed'), delivery('b', 'read'))).toBe('reading')
    expect(standing(delivery('a', 'claimed'), delivery('b', 'dead'))).toBe('dead')
    expect(standing()).toBe('nobody')
  })
  it('is told by the person where they alone got it', () => {
    expect(standing(delivery('person', 'read'))).toBe('read')
  })
  it('says why it was not read yet', () => {
    const failed = delivery('a', 'unread', { error: 'The model is down.', attempts: 2 })
    expect(troubleOf(mail(1, { deliveries: [delivery('b', 'read', { error: 'before' }), failed] }))).toBe(failed)
  })
})

describe('the pages of a room', () => {
  const page = (from: number, to: number, nextBefore: number | null): MailPage => ({
    mails: Array.from({ length: to - from + 1 }, (_, at) => mail(from + at)),
    nextBefore,
  })
  const positions = (pages: MailPage[] | null) => pages && mailsOf(pages).map((one) => one.position)

  it('read backwards come out oldest first', () => {
    expect(positions([page(4, 6, 4), page(1, 3, null)])).toEqual([1, 2, 3, 4, 5, 6])
  })
  it('take new mails in without doubling those that are there', () => {
    const pages = withLatest([page(4, 6, 4), page(1, 3, null)], page(5, 8, 5))
    expect(positions(pages)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(pages![0]!.nextBefore).toBe(4)
  })
  it('take the new state of mails that are there', () => {
    const changed = { mails: [mail(6, { content: 'changed' })], nextBefore: 6 }
    expect(mailsOf(withLatest([page(4, 6, 4)], changed)!).at(-1)!.content).toBe('changed')
    expect(mailsOf(withMails([page(4, 6, 4), page(1, 3, null)], [mail(2, { content: 'older' })]))[1]!.content).toBe(
      'older',
    )
  })
  it('say that something between is missing', () => {
    expect(withLatest([page(1, 3, null)], page(8, 9, 8))).toBeNull()
  })
  it('take a page before them in once', () => {
    const pages = withOlder([page(4, 6, 4)], page(1, 3, null), 4)
    expect(positions(pages)).toEqual([1, 2, 3, 4, 5, 6])
    expect(withOlder(pages, page(1, 3, null), 4)).toEqual(pages)
  })
  it('are settled when everybody has read everything', () => {
    const of = (...deliveries: Delivery[]) => isSettled({ mails: [mail(1, { deliveries })], nextBefore: null })
    expect(of(delivery('a', 'read'), delivery('person', 'read'))).toBe(true)
    expect(of(delivery('a', 'read'), delivery('b', 'dead'))).toBe(false)
  })
  it('are filled where there were none', () => {
    expect(positions(withLatest([{ mails: [], nextBefore: null }], page(1, 2, null)))).toEqual([1, 2])
    expect(positions(withLatest([], page(1, 2, null)))).toEqual([1, 2])
  })
})
