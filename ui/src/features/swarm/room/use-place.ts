import { useCallback, useEffect, useState } from 'react'

import type { Room } from '../types'
import { firstUnread, isUnread } from './sequence'
import type { RoomMails } from './use-mails'

/** Unread mail that is read at most to find where it begins. */
const MOST_UNREAD = 400

/** Brings a row into view; what is above it takes its real height only when it was once near the view. */
function show(element: HTMLElement, block: ScrollLogicalPosition): () => void {
  element.scrollIntoView({ block })
  const frame = requestAnimationFrame(() => element.scrollIntoView({ block }))
  return () => cancelAnimationFrame(frame)
}

interface Place {
  /** Where the unread mail began when the room was opened; `undefined` until that is known. */
  unreadFrom: number | null | undefined
  /** Brings a mail into view, and loads the mail that lies between. */
  jump: (mailId: string) => void
}

/** Where a room opens: at the mail that the address names, else at the first unread one, else at the end. */
export function usePlace(
  room: Room,
  { mails, pending, earlier, loadEarlier }: RoomMails,
  named: string | undefined,
  release: () => void,
): Place {
  const [unreadFrom, setUnreadFrom] = useState<number | null | undefined>(undefined)
  const [goal, setGoal] = useState<{ mail: string; turn: number } | null>(null)
  const [gaveUp, setGaveUp] = useState(false)
  const [seen, setSeen] = useState<string | null>(null)
  const missing = room.unread > mails.filter(isUnread).length && earlier && !gaveUp && mails.length < MOST_UNREAD
  if (unreadFrom === undefined && !pending && !missing) setUnreadFrom(firstUnread(mails))
  // How much there is while more is wanted; each page that comes may leave some out.
  const searching = unreadFrom === undefined && !pending && missing ? mails.length : null
  if (named && named !== seen) {
    setSeen(named)
    setGoal((now) => ({ mail: named, turn: (now?.turn ?? 0) + 1 }))
  }
  const found = goal !== null && mails.some((mail) => mail.id === goal.mail)

  useEffect(() => {
    if (searching !== null) void loadEarlier().catch(() => setGaveUp(true))
  }, [searching, loadEarlier])

  useEffect(() => {
    if (unreadFrom === undefined || goal !== null) return undefined
    const line = unreadFrom === null ? null : document.getElementById('unread-line')
    if (!line) return undefined
    release()
    return show(line, 'start')
  }, [unreadFrom, goal, release])

  useEffect(() => {
    if (!goal || unreadFrom === undefined || !found) return undefined
    const element = document.getElementById(`mail-${goal.mail}`)
    if (!element) return undefined
    release()
    return show(element, 'center')
  }, [goal, unreadFrom, found, release])

  const sought = goal !== null && unreadFrom !== undefined && !found && earlier ? mails.length : null
  useEffect(() => {
    if (sought !== null) void loadEarlier().catch(() => setGoal(null))
  }, [sought, loadEarlier])

  const jump = useCallback((mail: string) => setGoal((now) => ({ mail, turn: (now?.turn ?? 0) + 1 })), [])
  return { unreadFrom, jump }
}
