import { PERSON } from '../model'
import type { Delivery, Mail } from '../types'

/** How far a mail has come, all its recipients together: the worst news first. */
export type Standing = 'dead' | 'reading' | 'unread' | 'some' | 'read' | 'nobody'

export interface Reach {
  standing: Standing
  read: number
  of: number
  /** Recipients that read it now. */
  reading: string[]
  dead: Delivery[]
}

/** Tells how far a mail has come with the residents it went to, or with the person where they alone got it. */
export function reachOf(mail: Mail): Reach {
  const residents = mail.deliveries.filter((one) => one.recipient !== PERSON)
  const counted = residents.length ? residents : mail.deliveries
  const dead = counted.filter((one) => one.status === 'dead')
  const reading = counted.filter((one) => one.status === 'claimed').map((one) => one.recipient)
  const read = counted.filter((one) => one.status === 'read').length
  return {
    standing: standingOf(counted.length, read, reading.length, dead.length),
    read,
    of: counted.length,
    reading,
    dead,
  }
}

function standingOf(of: number, read: number, reading: number, dead: number): Standing {
  if (dead) return 'dead'
  if (reading) return 'reading'
  if (!of) return 'nobody'
  if (read === of) return 'read'
  return read ? 'some' : 'unread'
}

/** Why a mail was not read yet although it was tried, in the server's words. */
export function troubleOf(mail: Mail): Delivery | undefined {
  return mail.deliveries.find((one) => one.status !== 'read' && one.status !== 'dead' && one.error !== '')
}
