import { create } from 'zustand'

import { MenuItem } from '@/components/menu'
import { useTexts } from '@/lib/text'

import { useHasProjects, type Groupable } from './data'

interface Putting {
  thing: Groupable | null
  open: (thing: Groupable) => void
  close: () => void
}

/** The thing that is being put into projects; the window for it outlives the menu that opens it. */
export const usePutting = create<Putting>()((set) => ({
  thing: null,
  open: (thing) => set({ thing }),
  close: () => set({ thing: null }),
}))

/** An entry of a thing's menu, where there are projects. */
export function PutIntoProject(thing: Groupable) {
  const t = useTexts('projects')
  const open = usePutting((state) => state.open)
  if (!useHasProjects()) return null
  return (
    <MenuItem icon="folder" onSelect={() => open(thing)}>
      {t('put.menu')}
    </MenuItem>
  )
}
