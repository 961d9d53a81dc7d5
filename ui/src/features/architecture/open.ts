import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What a panel can show: one thing at a time. */
export interface Shown {
  /** An agent's or station's id. */
  agent?: string
  execution?: string
  decision?: string
}

/** Returns what opens something in the panel; nothing closes it. The address says what is open. */
export function useOpen(): (what: Shown) => void {
  const navigate = useNavigate()
  return useCallback((what) => void navigate({ to: '/architecture', search: what }), [navigate])
}
