import type { Mail } from '../types'

/** Two members, and the time that is looked at, in milliseconds. */
export interface Pair {
  a: string
  b: string
  from: number
  to: number
}

/** Whether one of the two wrote a mail to the other, in the time that is looked at. */
export function isBetween(mail: Mail, { a, b, from, to }: Pair): boolean {
  const at = Date.parse(mail.sentAt)
  const got = (id: string) => mail.deliveries.some((one) => one.recipient === id)
  return at >= from && at <= to && ((mail.sender === a && got(b)) || (mail.sender === b && got(a)))
}
