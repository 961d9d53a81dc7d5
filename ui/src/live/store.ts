import { create } from 'zustand'

import { afterFact, afterPiece, newTurn, type LiveFact, type LivePiece, type LiveTurn } from './turns'

/** The newest facts kept for the event page. */
export const MAX_FACTS = 10_000
const MAX_TURNS = 300

export type Connection = 'connecting' | 'live' | 'lost'

interface Live {
  connection: Connection
  /** When the connection was lost, or nothing. */
  lostAt: number | null
  /** The server's version, once it has greeted. */
  version: string | null
  /** Executions seen since the page was opened, by id. */
  turns: Readonly<Record<string, LiveTurn>>
  /** Facts in the order in which they were committed, oldest first. */
  facts: readonly LiveFact[]
  /** How many pieces of text have come. */
  pieces: number
  setConnection: (connection: Connection) => void
  setVersion: (version: string) => void
  /** Applies what arrived within one frame. */
  apply: (facts: readonly LiveFact[], pieces: readonly LivePiece[]) => void
  clearFacts: () => void
}

/** What the one live event source has brought. */
export const useLive = create<Live>()((set) => ({
  connection: 'connecting',
  lostAt: null,
  version: null,
  turns: {},
  facts: [],
  pieces: 0,
  setConnection: (connection) =>
    set((now) => ({ connection, lostAt: connection === 'lost' ? (now.lostAt ?? Date.now()) : null })),
  setVersion: (version) => set({ version }),
  apply: (facts, pieces) =>
    set((now) => {
      const turns: Record<string, LiveTurn> = { ...now.turns }
      for (const fact of facts) {
        if (fact.executionId)
          turns[fact.executionId] = afterFact(turns[fact.executionId] ?? newTurn(fact.executionId), fact)
      }
      for (const piece of pieces) {
        turns[piece.executionId] = afterPiece(turns[piece.executionId] ?? newTurn(piece.executionId), piece)
      }
      return {
        turns: bounded(turns),
        facts: facts.length ? [...now.facts, ...facts].slice(-MAX_FACTS) : now.facts,
        pieces: now.pieces + pieces.length,
      }
    }),
  clearFacts: () => set({ facts: [] }),
}))

function bounded(turns: Record<string, LiveTurn>): Record<string, LiveTurn> {
  const ids = Object.keys(turns)
  for (const id of ids.slice(0, Math.max(0, ids.length - MAX_TURNS))) {
    if (turns[id]!.endedAt) delete turns[id]
  }
  return turns
}

/** Returns an execution as its events tell it, or nothing where none came. */
export function useLiveTurn(id: string | null | undefined): LiveTurn | undefined {
  return useLive((live) => (id ? live.turns[id] : undefined))
}
