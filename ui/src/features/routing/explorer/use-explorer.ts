import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

import { useDebounced } from '@/lib/debounced'

/** Milliseconds that a message stands still before it is decided. */
const SETTLE_MS = 250
/** Longer messages are tried, but an address cannot hold them. */
const LONGEST_IN_ADDRESS = 1000

export interface Tried {
  message: string
  /** The agent that answered last; none in a new thread. */
  last: string
}

/** What the explorer shows, kept in the address as far as that can hold it. */
export function useExplorer() {
  const address = useSearch({ from: '/routing' })
  const { decision, whyNot } = address
  const message = address.message ?? ''
  const navigate = useNavigate({ from: '/routing' })
  const [typed, setTyped] = useState<Tried>({ message, last: address.last ?? '' })
  // What this page wrote into the address is no news to it; everything else is.
  const [known, setKnown] = useState(message)
  const [written, setWritten] = useState(message)
  if (message !== known) {
    setKnown(message)
    if (message !== written) {
      setWritten(message)
      setTyped({ message, last: address.last ?? '' })
    }
  }
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])

  const type = useCallback(
    (said: Tried) => {
      setTyped(said)
      clearTimeout(later.current)
      if (decision) void navigate({ search: {} })
      later.current = setTimeout(() => {
        const kept = said.message.trim()
        if (kept.length > LONGEST_IN_ADDRESS) return
        setWritten(kept)
        void navigate({
          search: { message: kept || undefined, last: kept ? said.last || undefined : undefined },
          replace: true,
        })
      }, SETTLE_MS)
    },
    [navigate, decision],
  )
  const open = useCallback(
    (id: string | undefined) => {
      clearTimeout(later.current)
      void navigate({ search: { decision: id } })
    },
    [navigate],
  )
  const ask = useCallback(
    (agent: string | undefined) => void navigate({ search: (now) => ({ ...now, whyNot: agent }), replace: true }),
    [navigate],
  )
  const settled = useDebounced(typed, SETTLE_MS)
  return { decision, typed, tried: { message: settled.message.trim(), last: settled.last }, whyNot, type, open, ask }
}

export type Explorer = ReturnType<typeof useExplorer>
