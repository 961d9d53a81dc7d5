import { useSyncExternalStore } from 'react'

/** The window width from which the test bench stands beside the agent; the `lg` of app/theme.css. */
const WIDE = '(min-width: 1100px)'

function subscribe(tell: () => void): () => void {
  const media = matchMedia(WIDE)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}

/** Whether there is room beside the agent. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}
