import { QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { api, ApiError, data } from '@/client/api'
import { Failure } from '@/components/states'
import { commitAll, Toasts } from '@/components/toasts'
import { TooltipProvider } from '@/components/tooltip'
import { midnight } from '@/lib/day'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'
import { startDelivery } from '@/live/delivery'
import { LiveSource } from '@/live/source'

import { createAppRouter } from './router'
import { SignIn } from './sign-in'

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // Whatever is refused for want of a session asks again who is there; that shows the sign-in page.
    onError: (error, query) => {
      if (isSignedOut(error) && query.queryKey[0] !== keys.me[0]) void queries.invalidateQueries({ queryKey: keys.me })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 3 && !(error instanceof ApiError && error.status < 500),
    },
  },
})
const router = createAppRouter(queries)

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** The whole app: who is there first, then a snapshot, then the stream that goes on from it. */
export function App() {
  useEffect(() => {
    addEventListener('pagehide', commitAll)
    return () => removeEventListener('pagehide', commitAll)
  }, [])
  return (
    <QueryClientProvider client={queries}>
      <TooltipProvider delayDuration={350}>
        <Start />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

function Start() {
  const t = useTexts('shell')
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const userId = me.data?.user.id
  useEffect(() => (userId === undefined ? undefined : startDelivery(queries, userId)), [userId])
  const overview = useQuery({
    queryKey: keys.overview,
    queryFn: () => data(api.GET('/api/overview', { params: { query: { since: midnight() } } })),
    enabled: me.isSuccess,
  })
  // The stream goes on from the first snapshot; later ones do not start it anew.
  const [cursor, setCursor] = useState<string | null>(null)
  if (cursor === null && overview.data) setCursor(overview.data.cursor)
  useEffect(() => (cursor === null ? undefined : new LiveSource(queries, cursor).start()), [cursor])

  if (isSignedOut(me.error)) return <SignIn onDone={() => void me.refetch()} />
  // Once the app is there, a failure is shown where it happens.
  const error = cursor === null ? (me.error ?? overview.error) : null
  if (error) {
    return (
      <main className="grid h-full place-items-center">
        <Failure error={error} onRetry={() => void (me.error ? me.refetch() : overview.refetch())} />
      </main>
    )
  }
  if (cursor === null)
    return (
      <div role="status" className="sr-only">
        {t('starting')}
      </div>
    )
  return <RouterProvider router={router} context={{ queries }} />
}
