const HELD_MS = 3000

/**
 * Gives the focus to what a selector finds, and again whenever that is drawn anew, until the person does something
 * else.
 */
export function holdFocus(selector: string): void {
  const give = () => document.querySelector<HTMLElement>(selector)?.focus()
  // What is taken out of the page takes the focus with it: then nothing has it.
  const watch = new MutationObserver(() => document.activeElement === document.body && give())
  const over = new AbortController()
  const stop = () => {
    watch.disconnect()
    over.abort()
  }
  for (const act of ['keydown', 'pointerdown'])
    window.addEventListener(act, stop, { capture: true, signal: over.signal })
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (over.signal.aborted) return
      give()
      watch.observe(document.body, { childList: true, subtree: true })
    }),
  )
  setTimeout(stop, HELD_MS)
}
