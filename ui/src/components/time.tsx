import { useSyncExternalStore } from 'react'

import { useFormat } from '@/lib/format'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for all relative times on the page; it stands still while nobody looks at one. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), 30_000)
  return () => {
    listeners.delete(listener)
    if (!listeners.size) {
      clearInterval(timer)
      timer = undefined
    }
  }
}
const halfMinute = () => Math.floor(Date.now() / 30_000)

/** How long ago something was, with the exact time on pointing. */
export function Ago({ at, className }: { at: string | null | undefined; className?: string }) {
  const format = useFormat()
  useSyncExternalStore(subscribe, halfMinute)
  if (!at) return null
  return (
    <time dateTime={at} title={format.dateTime(at)} className={className}>
      {format.ago(at)}
    </time>
  )
}
