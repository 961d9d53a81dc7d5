import type { Doing } from '@/live/swarm-facts'

import type { Mail, Resident } from '../types'

/** Somebody at work on the mail of a room. */
export interface Typing {
  resident: string
  activity: 'thinking' | 'calling' | 'waiting' | 'retrying'
  /** The tool that is called, or that waits for a person's word. */
  tool: string
}

const AT_WORK = new Set(['thinking', 'calling', 'waiting', 'retrying'])

/**
 * Who works on the mail of a room now. Live facts tell it; of what began before the page was opened, the residents'
 * turns and the mails that these turns have taken up.
 */
export function typingIn(
  roomId: string,
  residents: readonly Resident[],
  doing: Readonly<Record<string, Doing>>,
  mails: readonly Mail[],
): Typing[] {
  const turns = new Set(
    mails.flatMap((mail) =>
      mail.deliveries.flatMap((one) => (one.status === 'claimed' && one.executionId ? [one.executionId] : [])),
    ),
  )
  return residents.flatMap((resident): Typing[] => {
    const live = doing[resident.id]
    const here = live?.room ? live.room === roomId : resident.executionId !== null && turns.has(resident.executionId)
    const activity = live?.activity ?? resident.activity
    if (!here || !AT_WORK.has(activity)) return []
    return [
      { resident: resident.id, activity: activity as Typing['activity'], tool: live ? live.tool : resident.doing },
    ]
  })
}
