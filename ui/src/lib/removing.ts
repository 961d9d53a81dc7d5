import { create, type StoreApi, type UseBoundStore } from 'zustand'

export interface Removing {
  /** What is hidden because it is about to be deleted; deleting can still be undone. */
  ids: ReadonlySet<string>
  hide: (...ids: readonly string[]) => void
  show: (...ids: readonly string[]) => void
}

/** Returns a store of what waits to be deleted on a page. */
export function removingStore(): UseBoundStore<StoreApi<Removing>> {
  return create<Removing>()((set) => ({
    ids: new Set(),
    hide: (...ids) => set((now) => ({ ids: new Set([...now.ids, ...ids]) })),
    show: (...ids) => set((now) => ({ ids: new Set([...now.ids].filter((id) => !ids.includes(id))) })),
  }))
}
