import { createContext, useContext, useMemo, useState } from 'react'

/** What is pointed at in a picture of a decision: an agent, words that matched, or both. */
export interface Pointed {
  /** Whose words the message shows; the chosen agent's where it does not say. */
  agent: string | null
  /** What matched, as the evidence has it; everything where there is none. */
  matched: readonly string[]
}

const NOTHING: Pointed = { agent: null, matched: [] }

interface Pointing {
  pointed: Pointed
  /** Points elsewhere; nowhere where nothing is given. */
  point: (pointed?: Pointed) => void
}

/** Joins the words of a message and the pieces of its bars: what is pointed at in one is seen in the other. */
export const PointingContext = createContext<Pointing>({ pointed: NOTHING, point: () => undefined })

/** What is pointed at, for the parts of a picture. */
export const usePointing = () => useContext(PointingContext)

/** Keeps what is pointed at, for the picture as a whole. */
export function useNewPointing(): Pointing {
  const [pointed, setPointed] = useState(NOTHING)
  return useMemo(() => ({ pointed, point: (to = NOTHING) => setPointed(to) }), [pointed])
}

/** How strongly something that matched `matched` is drawn while one points. */
export function emphasis(pointed: Pointed, matched: readonly string[]): 'plain' | 'strong' | 'weak' {
  if (!pointed.matched.length) return 'plain'
  return matched.some((one) => pointed.matched.includes(one)) ? 'strong' : 'weak'
}
