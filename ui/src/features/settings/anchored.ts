import { useEffect, type RefObject } from 'react'

/**
 * Brings the section of that id, or what is named behind its hyphen in it, to the top, and keeps it there while what
 * is above it still loads and grows;
 * no longer than until the person moves the page.
 */
export function useAnchored(id: string, content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!id || !content.current) return
    const section = id.split('-')[0]!
    document.getElementById(`${section}-title`)?.focus({ preventScroll: true })
    const growth = new ResizeObserver(() =>
      (document.getElementById(id) ?? document.getElementById(section))?.scrollIntoView({ block: 'start' }),
    )
    growth.observe(content.current)
    const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
    const end = () => {
      growth.disconnect()
      for (const move of moves) removeEventListener(move, end)
    }
    for (const move of moves) addEventListener(move, end, { passive: true })
    return end
  }, [id, content])
}
