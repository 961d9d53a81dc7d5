import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** What the address says to show of the documents, and how to say something else. */
export function useDocumentsAddress() {
  const address = useSearch({ from: '/memory/documents' })
  const navigate = useNavigate({ from: '/memory/documents' })
  const go = useCallback(
    (change: Partial<typeof address>) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true }),
    [navigate],
  )
  return { ...address, go }
}
