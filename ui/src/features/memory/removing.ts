import { create } from 'zustand'

import { removingStore } from '@/lib/removing'

/** The entities, observations and relations that wait to be deleted. */
export const useRemoving = removingStore()

interface Leaving {
  /** The entity that is being renamed, merged or forgotten here: the page goes on from it when that is done. */
  id: string | null
  leave: (id: string | null) => void
}

export const useLeaving = create<Leaving>()((set) => ({ id: null, leave: (id) => set({ id }) }))
