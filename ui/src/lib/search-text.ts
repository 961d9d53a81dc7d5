import { useEffect, useRef, useState, type RefObject } from 'react'

import { useDebounced } from './debounced'

const SETTLE_MS = 250

/**
 * The text of a search field that the address keeps as `q`: what is typed reaches the address when it stands still,
 * and a change of the address, e.g. by the way back, reaches the field. `seek` must not change between renderings.
 */
export function useSearchText(q: string, seek: (q: string | undefined) => void): [string, (text: string) => void] {
  const [text, setText] = useState(q)
  const [before, setBefore] = useState(q)
  const sought = useDebounced(text.trim(), SETTLE_MS)
  if (before !== q) {
    setBefore(q)
    // What was sought here is no news, and more may have been typed since.
    if (text.trim() !== q && sought !== q) setText(q)
  }
  useEffect(() => {
    if (sought !== q && sought === text.trim()) seek(sought || undefined)
  }, [sought, q, text, seek])
  return [text, setText]
}

/** A field that the key `/` goes to, unless something is being typed elsewhere. */
export function useSlash(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        at.closest('input,textarea,select,[role=dialog]')
      )
        return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return field
}
