import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { root } from '@/client/api'
import { withTexts } from '@/lib/lazy-part'
import { useLive } from '@/live/store'

/**
 * A page whose code is loaded when it is first opened. Code that cannot be had makes the router load the whole page
 * anew, which is right after an update, but while nobody answers would leave the browser with nothing: so that waits
 * until the server is back. What is said in the chosen language is here before the page is.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>) {
  return lazyRouteComponent(() =>
    load()
      .then(withTexts)
      .catch(async (error: unknown) => {
        if (!(await answers())) await back()
        throw error
      }),
  )
}

const answers = () =>
  fetch(`${root}/healthz`, { cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** Resolves when the live connection, which is lost or about to be, is there again. */
function back(): Promise<void> {
  return new Promise((resolve) => {
    const stop = useLive.subscribe(({ connection }, before) => {
      if (connection !== 'live' || before.connection === 'live') return
      stop()
      resolve()
    })
  })
}
