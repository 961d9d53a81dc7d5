import type { FactKind } from '@/client/events'

import { among, oneLine, say, type Tell } from './sentence'

type SwarmKind = Extract<FactKind, `${'swarm' | 'resident' | 'room' | 'mail'}.${string}`>

const SWARM = ['created', 'updated', 'paused', 'resumed', 'stopped', 'limited']
const RESIDENT = ['created', 'updated', 'paused', 'resumed']
const ROOM = ['created', 'renamed', 'joined', 'left', 'read', 'paused', 'resumed']
const OUTCOMES = ['done', 'paused', 'waiting', 'retrying', 'dead']

/** Says what happened in a swarm. */
export const TELL_SWARM: { [K in SwarmKind]: Tell<K> } = {
  'swarm.changed': (data, { swarm, why }) =>
    say(`swarm.${among(data.change, SWARM, 'deleted')}`, {
      swarm: swarm(data.swarm),
      reason: oneLine(why(data.why, data.reason)),
    }),
  'resident.changed': (data, { name, why }) =>
    say(`resident.${among(data.change, RESIDENT, 'stopped')}`, {
      resident: name(data.resident),
      reason: oneLine(why(data.why, data.reason)),
    }),
  'resident.woken': (data, { name }) =>
    say(data.mails.length ? (data.attempt > 1 ? 'wokenAgain' : 'woken') : 'wokenByHand', {
      resident: name(data.resident),
      count: data.mails.length,
      attempt: data.attempt,
    }),
  'resident.slept': (data, { name, why }) =>
    say(`slept.${among(data.outcome, OUTCOMES, 'stopped')}`, {
      resident: name(data.resident),
      reason: oneLine(why(data.why, data.reason)),
    }),
  'room.changed': (data, { name }) =>
    say(`room.${among(data.change, ROOM, 'stopped')}`, { member: data.member ? name(data.member) : '' }),
  'mail.sent': (data, { name }) =>
    say('mailSent', {
      sender: name(data.sender),
      recipients: data.recipients.map(name).join(', '),
      preview: oneLine(data.preview),
    }),
  'mail.died': (data, { name, why }) =>
    say(data.redelivered ? 'mailRedelivered' : 'mailDied', {
      recipient: name(data.recipient),
      reason: oneLine(why(data.why, data.reason)),
    }),
  'mail.refused': (data, { name, why }) =>
    say('mailRefused', { sender: name(data.sender), reason: oneLine(why(data.why, data.reason)) }),
}
