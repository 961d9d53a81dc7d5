import { create } from 'zustand'

/** A mail on its way, or one that could not be sent. */
export interface Outgoing {
  /** Also the key by which a repetition is recognised, so that trying again never sends twice. */
  key: string
  /** The room, or the resident of a direct room that is not there yet. */
  place: string
  /** Whether the place is that resident, and this the first mail. */
  first?: boolean
  content: string
  /** The resident in whose name it is written. */
  as: string | null
  replyTo: string | null
  at: string
  state: 'sending' | 'sent' | 'failed'
  /** The sentence with which it was refused. */
  error: string
  /** Once the server has it. */
  mailId: string | null
}

interface Outbox {
  mails: readonly Outgoing[]
  add: (mail: Outgoing) => void
  change: (key: string, changes: Partial<Outgoing>) => void
  remove: (key: string) => void
}

/** What this page has sent and not read back yet. */
export const useOutbox = create<Outbox>()((set) => ({
  mails: [],
  add: (mail) => set((now) => ({ mails: [...now.mails, mail] })),
  change: (key, changes) =>
    set((now) => ({ mails: now.mails.map((one) => (one.key === key ? { ...one, ...changes } : one)) })),
  remove: (key) => set((now) => ({ mails: now.mails.filter((one) => one.key !== key) })),
}))
