import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

import { pagesWith } from './pages'

/** The pages that this product has. */
export function usePages() {
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  return pagesWith(me.data?.features)
}
