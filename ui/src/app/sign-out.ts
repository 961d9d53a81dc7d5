import { useQueryClient } from '@tanstack/react-query'

import { api, data, root } from '@/client/api'

/** Ends the session and shows the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await data(api.POST('/api/logout'))
    queries.clear()
    location.assign(`${root}/`)
  }
}
