import { create } from 'zustand'

interface Removing {
  /** Entities, observations and relations that are hidden because they are about to be deleted. */
  ids: ReadonlySet<string>
  hide: (ids: readonly string[]) => void
  show: (ids: readonly string[]) => void
  /** The entity that is being renamed, merged or forgotten here: the page goes on from it when that is done. */
  leaving: string | null
  leave: (id: string | null) => void
}

/** What waits to be deleted; deleting can still be undone. */
export const useRemoving = create<Removing>()((set) => ({
  ids: new Set(),
  hide: (ids) => set((now) => ({ ids: new Set([...now.ids, ...ids]) })),
  leaving: null,
  leave: (leaving) => set({ leaving }),
  show: (ids) => set((now) => ({ ids: new Set([...now.ids].filter((id) => !ids.includes(id))) })),
}))
