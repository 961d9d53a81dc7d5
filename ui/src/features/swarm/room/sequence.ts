import { PERSON } from '../model'
import type { Mail } from '../types'

/** What stands in a room from top to bottom. */
export type Item =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string; count: number }
  | { kind: 'mail'; key: string; mail: Mail; first: boolean }

/** Mails of one sender this close together stand under one name. */
const TOGETHER_MS = 5 * 60_000

/**
 * Lays mails (oldest first) out with their days, the line above the first unread one, and the sender's name once for
 * mails that follow closely. `unreadFrom` is the position of the first mail that was unread when the room was opened.
 */
export function sequenceOf(
  mails: readonly Mail[],
  unreadFrom: number | null,
  dayOf: (at: string) => string = localDay,
): Item[] {
  const items: Item[] = []
  let before: Mail | null = null
  let day = ''
  for (const mail of mails) {
    const today = dayOf(mail.sentAt)
    let first = before === null || !follows(before, mail)
    if (today !== day) {
      items.push({ kind: 'day', key: `day-${today}`, at: mail.sentAt })
      first = true
    }
    if (mail.position === unreadFrom) {
      items.push({
        kind: 'unread',
        key: 'unread',
        count: mails.filter((one) => one.position >= unreadFrom && isForPerson(one)).length,
      })
      first = true
    }
    items.push({ kind: 'mail', key: mail.id, mail, first })
    before = mail
    day = today
  }
  return items
}

function follows(before: Mail, mail: Mail): boolean {
  return (
    before.sender === mail.sender &&
    before.byPerson === mail.byPerson &&
    !mail.replyTo &&
    Date.parse(mail.sentAt) - Date.parse(before.sentAt) < TOGETHER_MS
  )
}

const isForPerson = (mail: Mail) => mail.deliveries.some((one) => one.recipient === PERSON)

/** Whether the person has not read a mail. */
export const isUnread = (mail: Mail): boolean =>
  mail.deliveries.some((one) => one.recipient === PERSON && one.status === 'unread')

/** The position of the first mail that the person has not read. */
export function firstUnread(mails: readonly Mail[]): number | null {
  return mails.find(isUnread)?.position ?? null
}

function localDay(at: string): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/** What a day is called, where words do better than a date. */
export function dayName(at: string, now: Date = new Date()): 'today' | 'yesterday' | null {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const day = localDay(at)
  if (day === localDay(midnight.toISOString())) return 'today'
  return day === localDay(yesterday.toISOString()) ? 'yesterday' : null
}
