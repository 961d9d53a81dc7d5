import { create } from 'zustand'

interface Removing {
  /** Tasks that are hidden because they are about to be deleted; deleting can still be undone. */
  ids: ReadonlySet<string>
  hide: (id: string) => void
  show: (id: string) => void
}

/** The tasks that wait to be deleted. */
export const useRemoving = create<Removing>()((set) => ({
  ids: new Set(),
  hide: (id) => set((now) => ({ ids: new Set([...now.ids, id]) })),
  show: (id) => set((now) => ({ ids: new Set([...now.ids].filter((one) => one !== id)) })),
}))
