import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether a sticky element stands at the top of `scroller` over what scrolls beneath, and how high it is. */
export function useStuck(scroller: RefObject<HTMLElement | null>) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [stuck, setStuck] = useState(false)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const frame = scroller.current
    if (!element || !frame) return
    const look = () =>
      setStuck(frame.scrollTop > 0 && element.getBoundingClientRect().top <= frame.getBoundingClientRect().top)
    const measure = () => setHeight(element.offsetHeight)
    look()
    measure()
    frame.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      frame.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [element, scroller])
  return { setElement, stuck, height }
}
