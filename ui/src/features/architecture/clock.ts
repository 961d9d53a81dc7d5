import { useSyncExternalStore } from 'react'

const TICK_MS = 500
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size) return
    clearInterval(timer)
    timer = undefined
  }
}
const idle = () => () => {}

/** The time now in milliseconds, going on twice a second while `ticking`. */
export function useNow(ticking: boolean): number {
  return useSyncExternalStore(ticking ? subscribe : idle, () => Math.floor(Date.now() / TICK_MS) * TICK_MS)
}
