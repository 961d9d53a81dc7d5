import { create } from 'zustand'

import type { Schemas } from '@/client/api'

/** A file that the server has and that a message on its way names. */
export type OutgoingFile = Pick<Schemas['SentFile'], 'id' | 'filename' | 'mediaType' | 'bytes' | 'width' | 'height'>

/** A message on its way: shown before the server has it, and until it is read back. */
export interface Outgoing {
  /** Also the key by which the server knows a repetition, so that trying again never sends twice. */
  id: string
  /** Who sends it; nobody else does it for them. */
  userId: string
  /** Nothing while the thread is only being begun. */
  conversationId: string | null
  /** Whether the message begins its thread. */
  begins: boolean
  /** Whether its thread is settled: one that there is, or the main one, which the message itself makes. */
  placed: boolean
  /** Whom the thread is with. */
  withAgent: string
  mode: Schemas['Mode']
  /** What a thread that begins with it is called. */
  title: string
  message: string
  /** What goes with it; nothing in what an older page left here. */
  files?: readonly OutgoingFile[]
  /** The agent that it was addressed to. */
  agentId: string | null
  /** The execution that it became. */
  executionId: string | null
  /** The execution that it stands for; that one and all later ones are hidden. */
  replaces: string | null
  /** When the person sent it, in milliseconds. */
  at: number
  /** How often it did not get through. */
  tries: number
  /** Whether it is under way just now. */
  trying: boolean
  /** Why it did not get through, in the server's words; empty where the server could not be reached. */
  problem: string
  /** The server's stable name for that, where it has one. */
  code: string
  /** Nothing until it was refused for good; then why, which may be empty. */
  refused: string | null
}

interface Outbox {
  sent: readonly Outgoing[]
  add: (one: Outgoing) => void
  change: (id: string, changes: Partial<Outgoing>) => void
  remove: (id: string) => void
  /** Forgets those whose executions are `known` to the thread. */
  settle: (known: ReadonlySet<string>) => void
}

/** What this page has sent and not read back yet, and what waits to be sent. */
export const useOutbox = create<Outbox>()((set) => ({
  sent: [],
  add: (one) => {
    keep(one)
    set((now) => ({ sent: [...now.sent.filter((other) => other.id !== one.id), one] }))
  },
  change: (id, changes) =>
    set((now) => ({
      sent: now.sent.map((one) => {
        if (one.id !== id) return one
        const changed = { ...one, ...changes }
        keep(changed)
        return changed
      }),
    })),
  remove: (id) => {
    forget(id)
    set((now) => ({ sent: now.sent.filter((one) => one.id !== id) }))
  },
  settle: (known) =>
    set((now) =>
      now.sent.some((one) => one.executionId && known.has(one.executionId))
        ? { sent: now.sent.filter((one) => !one.executionId || !known.has(one.executionId)) }
        : now,
    ),
}))

/** Whether a message waits to be sent again, or for the person to decide about it. */
export const isHeld = (one: Outgoing): boolean => one.executionId === null && (one.tries > 0 || one.refused !== null)

const PREFIX = 'bailiwick.outgoing.'

/** Returns what a person sent from this device and the server has not taken, oldest first. */
export function unsentOf(userId: string): Outgoing[] {
  const kept: Outgoing[] = []
  for (const key of keysOfStorage()) {
    try {
      const one = JSON.parse(localStorage.getItem(key) ?? '') as Outgoing
      if (one.userId === userId) kept.push(one)
    } catch {
      localStorage.removeItem(key)
    }
  }
  return kept.sort((a, b) => a.at - b.at)
}

/** The id of the message that is kept under a name in the storage of this device, where it is one. */
export const idOfKept = (key: string): string | null => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null)

function keysOfStorage(): string[] {
  return typeof localStorage === 'undefined' ? [] : Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
}

/** Keeps on this device what the server has not taken yet. */
function keep(one: Outgoing): void {
  if (one.executionId !== null) {
    forget(one.id)
    return
  }
  try {
    localStorage.setItem(PREFIX + one.id, JSON.stringify(one))
  } catch {
    // A full or forbidden storage only costs what is not sent before the page is left.
  }
}

function forget(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id)
  } catch {
    // It is not there either.
  }
}
