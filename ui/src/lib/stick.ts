import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'

const NEAR = 48
/** Milliseconds in which a scroll follows from what came before it: from a hand, or from a text that shrank. */
const SOON = 400
/** Milliseconds without a change after which a text that shrank is taken for shorter. */
const HOLD = 1500
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

/**
 * Keeps the end of a growing text in view while the reader is there, and leaves them alone where they read. The end of
 * a text that is not `whole` is none.
 */
export function useStick(whole = true): Stick {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stuck = useRef(true)
  const isWhole = useRef(whole)
  useLayoutEffect(() => {
    isWhole.current = whole
  })
  const [atBottom, setAtBottom] = useState(true)

  const set = useCallback((now: boolean) => {
    stuck.current = now
    setAtBottom(now)
  }, [])

  const toBottom = useCallback(() => {
    set(true)
    // The end of the text, and not that of the room which is kept for what was longer.
    if (content.current) content.current.style.minHeight = ''
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
    let held: ReturnType<typeof setTimeout> | undefined
    let replaced = 0
    const onHand = () => {
      touched = performance.now()
    }
    const onScroll = () => {
      const gap = box.scrollHeight - box.scrollTop - box.clientHeight
      const now = performance.now()
      // A text that is replaced by its stored form is short for a moment and takes the reader up; that is not their
      // own.
      // It may be told before the observer is: then the text is shorter than it was last seen. How tall it is nobody
      // sees
      // while room is kept for it, and parts that come and go take the reader along.
      const steady = !inner.style.minHeight && !replaced && inner.offsetHeight >= height && now - shrunk >= SOON
      const own = now - touched < SOON || steady
      if (gap <= NEAR && isWhole.current && (own || stuck.current)) set(true)
      else if (box.scrollTop < before - 1 && own) set(false)
      before = box.scrollTop
    }
    const hold = () => {
      clearTimeout(held)
      held = setTimeout(() => {
        inner.style.minHeight = ''
        height = inner.offsetHeight
      }, HOLD)
    }
    // An answer that is begun anew, after it was interrupted, takes a while to be as long again.
    const changes = new MutationObserver((records) => {
      if (inner.style.minHeight) hold()
      if (replaced || !records.some((one) => one.target === inner)) return
      replaced = requestAnimationFrame(() => {
        replaced = 0
        if (stuck.current) box.scrollTop = box.scrollHeight
      })
    })
    changes.observe(inner, { childList: true, characterData: true, subtree: true })
    const observer = new ResizeObserver(() => {
      const shorter = inner.offsetHeight < height
      if (shorter) shrunk = performance.now()
      if (shorter && !stuck.current) {
        // What is short for a moment would take whoever reads elsewhere up with it: it stays as tall, and they where
        // they are.
        // What shrank above them moves nothing: the browser has already scrolled by as much.
        const takenUp = box.scrollTop >= box.scrollHeight - box.clientHeight - 1
        inner.style.minHeight = `${height}px`
        if (takenUp) box.scrollTop = before
        hold()
      } else if (!inner.style.minHeight || inner.offsetHeight > height) height = inner.offsetHeight
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
      changes.disconnect()
      cancelAnimationFrame(replaced)
      clearTimeout(held)
      inner.style.minHeight = ''
    }
  }, [set])

  const release = useCallback(() => {
    set(false)
    // What is shown instead may lie at the end all the same: then nothing scrolls, and the reader is at the bottom.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const box = scroller.current
        if (box && isWhole.current && box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR) set(true)
      }),
    )
  }, [set])

  return { scroller, content, atBottom, toBottom, release }
}
