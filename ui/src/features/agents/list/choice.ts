import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { NO_FILTERS, type Filters, type Sorting } from './filters'

interface Choice {
  view: 'cards' | 'table'
  sorting: Sorting
  /** Kept while the app is open, so that coming back from an agent shows the same list. */
  filters: Filters
  setView: (view: Choice['view']) => void
  setSorting: (sorting: Sorting) => void
  setFilters: (filters: Partial<Filters>) => void
}

/** How this person looks at the list; view and order are remembered on this device. */
export const useChoice = create<Choice>()(
  persist(
    (set) => ({
      view: 'cards',
      sorting: { by: 'roster', down: false },
      filters: NO_FILTERS,
      setView: (view) => set({ view }),
      setSorting: (sorting) => set({ sorting }),
      setFilters: (filters) => set((now) => ({ filters: { ...now.filters, ...filters } })),
    }),
    { name: 'bailiwick.agents', version: 1, partialize: ({ view, sorting }) => ({ view, sorting }) },
  ),
)
