import type { QueryClient } from '@tanstack/react-query'

import { root } from '@/client/api'
import { FACT_KINDS } from '@/client/events'
import { keys, refreshAfter, refreshAll } from './refresh'
import { useLive } from './store'
import { useSwarmLive } from './swarm'
import type { LiveFact, LivePiece, PieceKind } from './turns'

const PIECE_KINDS: readonly PieceKind[] = ['agent.stream', 'agent.thinking', 'agent.tool_arguments']

const RETRY_MS = [500, 1000, 2000, 4000, 8000]
const HIDDEN_MS = 60_000

/**
 * The one live event source of the page: follows everything that happens to this person's agents, comes back by
 * itself after a loss, and goes on exactly after the last fact it has.
 */
export class LiveSource {
  private events: EventSource | null = null
  private cursor: string
  private attempts = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined
  private frame = 0
  private facts: LiveFact[] = []
  private pieces: LivePiece[] = []
  private stopped = false
  private readonly queries: QueryClient

  /** `cursor` is the snapshot's: nothing between snapshot and stream is lost. */
  constructor(queries: QueryClient, cursor: string) {
    this.queries = queries
    this.cursor = cursor
  }

  start(): () => void {
    this.open()
    const online = () => this.reopen()
    const visibility = () => this.onVisibility()
    addEventListener('online', online)
    document.addEventListener('visibilitychange', visibility)
    return () => {
      this.stopped = true
      removeEventListener('online', online)
      document.removeEventListener('visibilitychange', visibility)
      clearTimeout(this.timer)
      clearTimeout(this.hiddenTimer)
      cancelAnimationFrame(this.frame)
      this.events?.close()
    }
  }

  private open(): void {
    const events = new EventSource(`${root}/api/events?after=${encodeURIComponent(this.cursor)}`)
    this.events = events
    events.addEventListener('open', () => {
      this.attempts = 0
      useLive.getState().setConnection('live')
    })
    events.addEventListener('error', () => this.onError(events))
    events.addEventListener('hello', (event) => {
      this.cursor = event.lastEventId || this.cursor
      useLive.getState().setVersion((JSON.parse(event.data) as { version: string }).version)
    })
    events.addEventListener('reset', () => {
      // What comes now does not follow on what is there.
      useLive.getState().clearFacts()
      useSwarmLive.getState().clear()
      refreshAll(this.queries)
    })
    for (const kind of PIECE_KINDS) {
      events.addEventListener(kind, (event) => {
        const piece = JSON.parse((event as MessageEvent<string>).data) as Omit<LivePiece, 'kind'>
        this.pieces.push({ ...piece, kind })
        this.schedule()
      })
    }
    for (const kind of FACT_KINDS) {
      events.addEventListener(kind, (event) => {
        this.cursor = event.lastEventId || this.cursor
        this.facts.push(JSON.parse((event as MessageEvent<string>).data) as LiveFact)
        this.schedule()
      })
    }
  }

  private onError(events: EventSource): void {
    if (this.events !== events || this.stopped) return
    // Coming back is done here, not by the browser: it would begin again at the address it was given.
    events.close()
    useLive.getState().setConnection('lost')
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.open(), RETRY_MS[Math.min(this.attempts, RETRY_MS.length - 1)])
    this.attempts += 1
    // The browser does not say why it got no stream; perhaps the session has ended.
    if (this.attempts % 3 === 0) void this.queries.invalidateQueries({ queryKey: keys.me })
  }

  private reopen(): void {
    if (this.events?.readyState === EventSource.OPEN) return
    this.events?.close()
    clearTimeout(this.timer)
    this.open()
  }

  /** A tab nobody looks at gives its connection back after a while; browsers have few for each server. */
  private onVisibility(): void {
    clearTimeout(this.hiddenTimer)
    if (document.hidden) {
      this.hiddenTimer = setTimeout(() => this.events?.close(), HIDDEN_MS)
    } else {
      this.reopen()
    }
  }

  /** Gathers what arrives between two frames, so that a fast answer costs one rendering a frame. */
  private schedule(): void {
    if (this.frame) return
    const flush = () => {
      this.frame = 0
      const { facts, pieces } = this
      this.facts = []
      this.pieces = []
      useLive.getState().apply(facts, pieces)
      useSwarmLive.getState().apply(facts)
      for (const fact of facts) refreshAfter(this.queries, fact)
    }
    // A hidden page gets no frames.
    this.frame = document.hidden ? (setTimeout(flush, 100) as unknown as number) : requestAnimationFrame(flush)
  }
}
