import { create } from 'zustand'

import { FIRST, nextLimit } from './plan'

/** An entity itself counts among those that are asked for. */
const BEGIN = FIRST + 1

interface Explore {
  /** The entity in the middle. */
  root: string | null
  /** How many are asked for around each expanded entity. */
  expanded: ReadonlyMap<string, number>
  /** The node that Tab goes to. */
  current: string | null
  begin: (root: string) => void
  toggle: (id: string) => void
  more: (id: string) => void
  focus: (id: string) => void
}

/** What somebody has opened around the chosen entity; it stays while they look at its facts. */
export const useExplore = create<Explore>()((set) => ({
  root: null,
  expanded: new Map(),
  current: null,
  begin: (root) =>
    set((now) => (now.root === root ? now : { root, expanded: new Map([[root, BEGIN]]), current: root })),
  toggle: (id) =>
    set(({ root, expanded }) => {
      const next = new Map(expanded)
      if (next.has(id) && id !== root) next.delete(id)
      else if (!next.has(id)) next.set(id, BEGIN)
      return { expanded: next }
    }),
  more: (id) => set(({ expanded }) => ({ expanded: new Map(expanded).set(id, nextLimit(expanded.get(id) ?? BEGIN)) })),
  focus: (current) => set({ current }),
}))
