import '@/app/theme.css'

import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from '@/app/app'
import { applyPreferences, usePreferences } from '@/lib/preferences'
import { textsHere } from '@/lib/text'

// Parts that put styles into the page may do so only with the page's own nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
if (nonce) setNonce(nonce)
applyPreferences()
void textsHere(usePreferences.getState().language) // a page waits for it: the sooner it comes

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
