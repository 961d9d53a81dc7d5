import type { QueryClient } from '@tanstack/react-query'

import { api, ApiError, data, Unreachable, type Schemas } from '@/client/api'

import { idOfKept, unsentOf, useOutbox, type Outgoing } from './outbox'
import { keys } from './refresh'
import { useLive } from './store'

export type Accepted = Schemas['Accepted']
type Mode = Schemas['Mode']

/** Milliseconds until a message is tried again; the last for all later times. */
export const AGAIN_MS = [1000, 2000, 4000, 8000, 15_000, 30_000] as const
/** The server forgets keys after a day; what is older may have been sent, and is not tried again by itself. */
const OLDEST_MS = 23 * 3_600_000
/** A request without an answer for so long has failed. */
const PATIENCE_MS = 30_000

/** Hands one message to the server: throws `Unreachable` or `ApiError`. */
export type Carry = (one: Outgoing, placed: (conversationId: string | null) => void) => Promise<Accepted>

/** How the first try went: the server has it, or it is tried again by itself. */
export type Sent = { accepted: Accepted } | { accepted: null }

interface Waiter {
  resolve: (sent: Sent) => void
  reject: (error: unknown) => void
}

/**
 * Sends what is in the outbox: each message until the server has taken or refused it, those of one thread one after
 * the other, always with the same key.
 */
export class Delivery {
  private readonly carry: Carry
  private readonly onTaken: (accepted: Accepted) => void
  private readonly waiters = new Map<string, Waiter>()
  private readonly busy = new Set<string>()
  /** When each is tried again, and whether the server has named that time. */
  private readonly due = new Map<string, { at: number; told: boolean }>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(carry: Carry, onTaken: (accepted: Accepted) => void = () => undefined) {
    this.carry = carry
    this.onTaken = onTaken
  }

  /** Takes up what was not sent before the page was loaded. */
  resume(userId: string, now: number = Date.now()): void {
    const known = new Set(useOutbox.getState().sent.map((one) => one.id))
    for (const one of unsentOf(userId)) {
      if (known.has(one.id)) continue
      useOutbox.getState().add({
        ...one,
        trying: false,
        tries: Math.max(1, one.tries),
        refused: now - one.at > OLDEST_MS ? (one.refused ?? '') : one.refused,
      })
    }
    this.pump()
  }

  /** Sends a message; rejects with what it was refused with at once, and then it is not in the outbox. */
  send(one: Outgoing): Promise<Sent> {
    const sent = new Promise<Sent>((resolve, reject) => this.waiters.set(one.id, { resolve, reject }))
    useOutbox.getState().add(one)
    this.pump()
    return sent
  }

  /** Tries what waits at once, e.g. because the connection is back. */
  hurry(): void {
    for (const [id, { told }] of this.due) if (!told) this.due.delete(id)
    this.pump()
  }

  /** Sends once more what was refused or waits. */
  again(id: string): void {
    useOutbox.getState().change(id, { refused: null })
    this.due.delete(id)
    this.pump()
  }

  /** Puts back what was discarded. */
  restore(one: Outgoing): void {
    useOutbox.getState().add({ ...one, trying: false })
    this.pump()
  }

  discard(id: string): void {
    useOutbox.getState().remove(id)
    this.due.delete(id)
    this.pump()
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private pump(): void {
    clearTimeout(this.timer)
    const now = Date.now()
    const heads = new Map<string, Outgoing>()
    for (const one of useOutbox.getState().sent) {
      const thread = one.conversationId ?? one.id
      if (one.executionId === null && one.refused === null && !heads.has(thread)) heads.set(thread, one)
    }
    let next = Number.POSITIVE_INFINITY
    for (const one of heads.values()) {
      if (this.busy.has(one.id)) continue
      const due = this.due.get(one.id)?.at ?? 0
      if (due <= now) void this.attempt(one)
      else next = Math.min(next, due)
    }
    if (Number.isFinite(next)) this.timer = setTimeout(() => this.pump(), next - now)
  }

  private async attempt(one: Outgoing): Promise<void> {
    const { change, remove } = useOutbox.getState()
    this.busy.add(one.id)
    change(one.id, { trying: true })
    const waiter = this.waiters.get(one.id)
    try {
      const accepted = await this.carry(one, (conversationId) => change(one.id, { conversationId, placed: true }))
      change(one.id, { executionId: accepted.id, conversationId: accepted.conversationId })
      waiter?.resolve({ accepted })
      this.onTaken(accepted)
    } catch (error) {
      if (passes(error)) {
        const tries = (useOutbox.getState().sent.find((other) => other.id === one.id)?.tries ?? 0) + 1
        change(one.id, { tries, trying: false, ...told(error) })
        const pause = pauseAfter(tries, error)
        this.due.set(one.id, { at: Date.now() + pause.milliseconds, told: pause.told })
        waiter?.resolve({ accepted: null })
      } else if (waiter) {
        remove(one.id)
        waiter.reject(error)
      } else {
        change(one.id, { trying: false, refused: error instanceof Error ? error.message : '', code: told(error).code })
      }
    }
    this.waiters.delete(one.id)
    this.busy.delete(one.id)
    this.pump()
  }
}

/** Whether a failure passes by itself: no connection, a server that is down or busy. */
export function passes(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.status === 408))
  )
}

/** What the server said of a failure: its words and its name for it; both empty where it was not reached. */
const told = (error: unknown) =>
  error instanceof ApiError ? { problem: error.message, code: error.code } : { problem: '', code: '' }

/** How long to wait after so many tries; longer where the server has told so. */
export function pauseAfter(tries: number, error: unknown): { milliseconds: number; told: boolean } {
  const usual = AGAIN_MS[Math.min(tries, AGAIN_MS.length) - 1]!
  const named = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  return { milliseconds: Math.max(usual, named), told: named > 0 }
}

/** Hands a message to the server, in the thread where it belongs, which it begins where there is none. */
export const carryToServer: Carry = async (one, placed) => {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  let conversationId = one.conversationId
  if (!one.placed) {
    conversationId = await begin(one, signal)
    placed(conversationId)
  }
  // A thread knows its own agent; only who addresses somebody else has to say whom.
  const { agentId } = one
  const body: Schemas['ExecuteRequest'] = {
    message: one.message,
    files: (one.files ?? []).map((file) => file.id),
    conversationId,
    replaces: one.replaces,
    agentId,
    forceSupervised: agentId !== null && one.mode === 'supervised',
  }
  return data(api.POST('/api/agents/execute', { body, headers: { 'Idempotency-Key': one.id }, signal }))
}

/**
 * Begins a thread: the main one of the pair where it has none yet, unless the message is addressed to somebody else.
 */
async function begin({ id, withAgent, mode, agentId, title }: Outgoing, signal: AbortSignal): Promise<string> {
  const body = {
    agentId: withAgent,
    mode,
    main: agentId === null,
    ...(title ? { title } : {}),
  } as Schemas['NewConversation']
  const made = await data(
    api.POST('/api/conversations/create', { body, headers: { 'Idempotency-Key': `${id}.thread` }, signal }),
  )
  return made.id
}

/** Returns the id of the main thread with an agent in a mode, or nothing while there is none. */
export async function mainThread(agentId: string, mode: Mode): Promise<string | null> {
  const found = await data(api.GET('/api/conversations', { params: { query: { agentId, mode, limit: 200 } } }))
  return found.conversations.find((one) => one.threadKey === `${agentId}_${mode}`)?.id ?? null
}

let current: { delivery: Delivery; userId: string } | null = null

/** The delivery of the person who is signed in; the app starts it before any page is shown. */
export function deliveryNow(): { delivery: Delivery; userId: string } {
  if (!current) throw new Error('Nobody is signed in.')
  return current
}

/** Delivers for a person for as long as the app is open; returns what ends it. */
export function startDelivery(queries: QueryClient, userId: string): () => void {
  const delivery = new Delivery(carryToServer, (accepted) => {
    void queries.invalidateQueries({ queryKey: keys.conversation(accepted.conversationId) })
    void queries.invalidateQueries({ queryKey: keys.conversations })
  })
  current = { delivery, userId }
  const hurry = () => delivery.hurry()
  const onVisible = () => !document.hidden && delivery.hurry()
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // Another tab has sent or discarded it.
    const id = key && newValue === null ? idOfKept(key) : null
    if (id && useOutbox.getState().sent.some((one) => one.id === id && one.executionId === null)) delivery.discard(id)
  }
  addEventListener('online', hurry)
  addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', onVisible)
  const unfollow = useLive.subscribe(
    (now, before) => now.connection === 'live' && before.connection !== 'live' && delivery.hurry(),
  )
  // What somebody else sent from this device is theirs, and stays where it is kept.
  useOutbox.setState((now) => ({ sent: now.sent.filter((one) => one.userId === userId) }))
  delivery.resume(userId)
  return () => {
    delivery.stop()
    removeEventListener('online', hurry)
    removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', onVisible)
    unfollow()
  }
}
