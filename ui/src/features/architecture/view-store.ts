import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { Grouping } from './plan'

export type ViewKind = 'graph' | 'list'

interface View {
  /** How it is shown; nothing until somebody chooses. */
  kind: ViewKind | null
  /** How agents are grouped; nothing until somebody chooses. */
  grouping: Grouping | null
  /** Pixels of the part under the graph. */
  lower: number
  choose: (change: Partial<Pick<View, 'kind' | 'grouping' | 'lower'>>) => void
}

/** How this person likes this page on this device. */
export const useView = create<View>()(
  persist((set) => ({ kind: null, grouping: null, lower: 240, choose: (change) => set(change) }), {
    name: 'bailiwick.architecture',
    version: 1,
  }),
)

interface Focus {
  /** The node whose panel is open. */
  selected: string | null
  /** The node that Tab goes to. */
  current: string | null
}

/** Where one stands in the graph; each node reads only whether it is meant. */
export const useFocus = create<Focus>()(() => ({ selected: null, current: null }))
