import { createContext, useContext, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The place beside the title of a plug-in's page, once it is there. */
export const BesideTitle = createContext<HTMLElement | null>(null)

/** Shows buttons beside the title of the page. */
export function Actions({ children }: { children: ReactNode }) {
  const place = useContext(BesideTitle)
  return place && createPortal(children, place)
}
