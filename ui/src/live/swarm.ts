import { create } from 'zustand'

import { afterSwarmFact, type Doing } from './swarm-facts'
import type { LiveFact } from './turns'

interface SwarmLive {
  /** What residents were seen doing since the page was opened, by their id. */
  doing: Readonly<Record<string, Doing>>
  apply: (facts: readonly LiveFact[]) => void
  clear: () => void
}

/** What the live event source tells of residents. */
export const useSwarmLive = create<SwarmLive>()((set) => ({
  doing: {},
  apply: (facts) =>
    set((now) => {
      const at = Date.now()
      const doing = facts.reduce((had, fact) => afterSwarmFact(had, fact, at), now.doing)
      return doing === now.doing ? now : { doing }
    }),
  clear: () => set({ doing: {} }),
}))

/** Returns what a resident was last seen doing, or nothing where no event told. */
export function useDoing(residentId: string): Doing | undefined {
  return useSwarmLive((live) => live.doing[residentId])
}
