import { useEffect, useRef, type RefObject } from 'react'

const TOLD = 'aria-activedescendant'
const CHOSEN = '[cmdk-item][aria-selected=true]'

/**
 * Has screen readers told of the option that Enter would take; the ref belongs on `Command`.
 *
 * cmdk only names the option that arrows or the pointer chose: after a search it names another one, or one that is
 * gone.
 */
export function useToldOption(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = root.current
    if (!box) return
    const tell = () => {
      const id = box.querySelector(CHOSEN)?.id ?? null
      for (const teller of box.querySelectorAll('[cmdk-input], [cmdk-list]')) {
        if (teller.getAttribute(TOLD) === id) continue
        if (id === null) teller.removeAttribute(TOLD)
        else teller.setAttribute(TOLD, id)
      }
    }
    tell()
    const watch = new MutationObserver(tell)
    watch.observe(box, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-selected', TOLD] })
    return () => watch.disconnect()
  }, [])
  return root
}
