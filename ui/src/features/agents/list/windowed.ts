import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Draws only the rows of a list that are seen within `scroller`; every row is `height` pixels high.
 * Returns the setter for the element that holds the rows, the rows to draw with their offset from its top, and its
 * height.
 */
export function useWindowed(scroller: RefObject<HTMLElement | null>, count: number, height: number) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const frame = scroller.current
    if (!box || !frame) return
    const measure = () =>
      setMargin(Math.round(box.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    for (const part of frame.children) observer.observe(part)
    return () => observer.disconnect()
  }, [box, scroller])
  // oxlint-disable-next-line react/incompatible-library -- only values leave this hook, none of its functions
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
    scrollMargin: margin,
  })
  return {
    setBox,
    height: rows.getTotalSize(),
    items: rows.getVirtualItems().map((row) => ({ index: row.index, top: row.start - margin })),
  }
}

/** How many columns of at least `least` pixels fit into an element. */
export function useColumns(box: HTMLElement | null, least: number, gap: number): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    if (!box) return
    const measure = () => setColumns(Math.max(1, Math.floor((box.clientWidth + gap) / (least + gap))))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [box, least, gap])
  return columns
}
