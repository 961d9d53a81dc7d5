import { create } from 'zustand'

/** A message on its way: shown before the server has it, and until it is read back. */
export interface Outgoing {
  id: string
  /** Nothing while the thread is only being begun. */
  conversationId: string | null
  message: string
  /** The agent that it was addressed to. */
  agentId: string | null
  /** The execution that it became. */
  executionId: string | null
  /** The execution that it stands for; that one and all later ones are hidden. */
  replaces: string | null
}

interface Outbox {
  sent: readonly Outgoing[]
  add: (one: Outgoing) => void
  change: (id: string, changes: Partial<Outgoing>) => void
  remove: (id: string) => void
  /** Forgets those whose executions are `known` to the thread. */
  settle: (known: ReadonlySet<string>) => void
}

/** What this page has sent and not read back yet. */
export const useOutbox = create<Outbox>()((set) => ({
  sent: [],
  add: (one) => set((now) => ({ sent: [...now.sent, one] })),
  change: (id, changes) => set((now) => ({ sent: now.sent.map((one) => (one.id === id ? { ...one, ...changes } : one)) })),
  remove: (id) => set((now) => ({ sent: now.sent.filter((one) => one.id !== id) })),
  settle: (known) =>
    set((now) => (now.sent.some((one) => one.executionId && known.has(one.executionId))
      ? { sent: now.sent.filter((one) => !one.executionId || !known.has(one.executionId)) }
      : now)),
}))
