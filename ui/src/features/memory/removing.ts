import { create } from 'zustand'

interface Removing {
  /** Entities, observations and relations that are hidden because they are about to be deleted. */
  ids: ReadonlySet<string>
  hide: (ids: readonly string[]) => void
  show: (ids: readonly string[]) => void
}

/** What waits to be deleted; deleting can still be undone. */
export const useRemoving = create<Removing>()((set) => ({
  ids: new Set(),
  hide: (ids) => set((now) => ({ ids: new Set([...now.ids, ...ids]) })),
  show: (ids) => set((now) => ({ ids: new Set([...now.ids].filter((id) => !ids.includes(id))) })),
}))
