import { useEffect, useState } from 'react'

const MS = 250

/** `value` as it was when it last stood still for a moment; the same object while it is equal. */
export function useSettled<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState({ text, value })
  useEffect(() => {
    if (text === settled.text) return
    const timer = setTimeout(() => setSettled({ text, value }), MS)
    return () => clearTimeout(timer)
  }, [text, value, settled.text])
  return settled.value
}
