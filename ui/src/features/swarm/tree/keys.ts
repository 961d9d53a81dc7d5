import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useRef, useState, type KeyboardEvent } from 'react'

import type { TreeRow } from './rows'

export const ROW_HEIGHT = 48
/** Milliseconds in which letters make one word. */
const TYPED_MS = 700

interface Does {
  toggle: (id: string) => void
  open: (id: string) => void
}

/** Arrows go through the tree, open and close; Enter opens the mind; letters find a name. */
export function useTreeKeys(rows: readonly TreeRow[], { toggle, open }: Does) {
  const prefix = useId()
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed to parts that remember
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    getItemKey: (index) => rows[index]!.resident.id,
  })
  const [wanted, setActive] = useState<string | null>(null)
  const index = Math.max(
    0,
    rows.findIndex((row) => row.resident.id === wanted),
  )
  const active = rows[index]?.resident.id ?? null
  const typed = useRef({ text: '', at: 0 })
  const to = (next: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))]
    if (!row) return
    setActive(row.resident.id)
    lines.scrollToIndex(rows.indexOf(row), { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const row = rows[index]
    if (!row) return
    const done = keyIn(event.key, row)
    if (done) event.preventDefault()
  }
  const keyIn = (key: string, row: TreeRow): boolean => {
    const { id } = row.resident
    switch (key) {
      case 'ArrowDown':
        to(index + 1)
        return true
      case 'ArrowUp':
        to(index - 1)
        return true
      case 'Home':
        to(0)
        return true
      case 'End':
        to(rows.length - 1)
        return true
      case 'ArrowRight':
        if (row.open === false) toggle(id)
        else if (row.open) to(index + 1)
        return true
      case 'ArrowLeft':
        if (row.open) toggle(id)
        else to(rows.findLastIndex((other, at) => at < index && other.level < row.level))
        return true
      case 'Enter':
      case ' ':
        open(id)
        return true
      default:
        return key.length === 1 && find(key)
    }
  }
  const find = (letter: string): boolean => {
    const now = performance.now()
    const text = now - typed.current.at < TYPED_MS ? typed.current.text + letter.toLowerCase() : letter.toLowerCase()
    typed.current = { text, at: now }
    const from = text.length > 1 ? index : index + 1
    const order = [...rows.slice(from), ...rows.slice(0, from)]
    const found = order.find((row) => row.resident.name.toLowerCase().startsWith(text))
    if (found) to(rows.indexOf(found))
    return true
  }
  return { active, setActive, onKeyDown, scroller, lines, prefix }
}
