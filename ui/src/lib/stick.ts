import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'

const NEAR = 48
/** Milliseconds in which a scroll follows from what came before it: from a hand, or from a text that shrank. */
const SOON = 400
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

interface Stick {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** Whether the reader is at the bottom, where new text keeps them. */
  atBottom: boolean
  toBottom: () => void
  /** Lets go of the bottom, to show something else. */
  release: () => void
}

/** Keeps the end of a growing text in view while the reader is there, and leaves them alone where they read. */
export function useStick(): Stick {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stuck = useRef(true)
  const [atBottom, setAtBottom] = useState(true)

  const set = useCallback((now: boolean) => {
    stuck.current = now
    setAtBottom(now)
  }, [])

  const toBottom = useCallback(() => {
    set(true)
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [set])

  useLayoutEffect(() => {
    const box = scroller.current
    const inner = content.current
    if (!box || !inner) return undefined
    let before = box.scrollTop
    let touched = -SOON
    let shrunk = -SOON
    let height = inner.offsetHeight
    const onHand = () => {
      touched = performance.now()
    }
    const onScroll = () => {
      const gap = box.scrollHeight - box.scrollTop - box.clientHeight
      const now = performance.now()
      // A text that is replaced by its stored form is short for a moment and takes the reader up; that is not their own.
      const own = now - touched < SOON || now - shrunk >= SOON
      if (gap <= NEAR) set(true)
      else if (box.scrollTop < before - 1 && own) set(false)
      before = box.scrollTop
    }
    const observer = new ResizeObserver(() => {
      if (inner.offsetHeight < height) shrunk = performance.now()
      height = inner.offsetHeight
      if (stuck.current) box.scrollTop = box.scrollHeight
    })
    box.addEventListener('scroll', onScroll, { passive: true })
    for (const hand of HANDS) box.addEventListener(hand, onHand, { passive: true })
    observer.observe(inner)
    observer.observe(box)
    box.scrollTop = box.scrollHeight
    return () => {
      box.removeEventListener('scroll', onScroll)
      for (const hand of HANDS) box.removeEventListener(hand, onHand)
      observer.disconnect()
    }
  }, [set])

  const release = useCallback(() => {
    set(false)
    // What is shown instead may lie at the end all the same: then nothing scrolls, and the reader is at the bottom.
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const box = scroller.current
      if (box && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR) set(true)
    }))
  }, [set])

  return { scroller, content, atBottom, toBottom, release }
}
