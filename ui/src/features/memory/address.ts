import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The scope that lasts; every other is a conversation's id. */
export const LASTING = 'user'

/** What the address says to show, and how to say something else. */
export function useAddress() {
  const address = useSearch({ from: '/memory' })
  const navigate = useNavigate({ from: '/memory' })
  const go = useCallback(
    (change: Partial<typeof address>, replace = false) =>
      void navigate({ search: (now) => ({ ...now, ...change }), replace }),
    [navigate],
  )
  return { ...address, scope: address.scope ?? LASTING, view: address.view ?? ('facts' as const), go }
}
