import { create } from 'zustand'

interface Removing {
  /** Agents that are hidden because they are about to be deleted; deleting can still be undone. */
  ids: ReadonlySet<string>
  hide: (ids: readonly string[]) => void
  show: (ids: readonly string[]) => void
}

/** The agents that wait to be deleted. */
export const useRemoving = create<Removing>()((set) => ({
  ids: new Set(),
  hide: (ids) => set((now) => ({ ids: new Set([...now.ids, ...ids]) })),
  show: (ids) => set((now) => ({ ids: new Set([...now.ids].filter((id) => !ids.includes(id))) })),
}))
