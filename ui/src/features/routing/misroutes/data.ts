import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { api, ApiError, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useRoutingState } from '../data'
import type { Misroute } from './types'

const PAGE = 30

/** What people reported, latest first. */
export function useMisroutes() {
  return useInfiniteQuery({
    queryKey: [...keys.misroutes, 'list'],
    queryFn: ({ pageParam }) =>
      data(
        api.GET('/api/routing/misroutes', {
          params: { query: { limit: PAGE, ...(pageParam ? { before: pageParam } : {}) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
  })
}

/** Edits that would put a misroute right; each was tried on past messages, so this takes a moment. */
export function useProposals(id: string, wanted: boolean) {
  return useQuery({
    queryKey: [...keys.misroutes, 'proposals', id],
    queryFn: ({ signal }) =>
      data(api.GET('/api/routing/misroutes/{id}/proposals', { params: { path: { id } }, signal })),
    enabled: wanted,
    staleTime: 60_000,
  })
}

/** Whether the message goes to the right agent by what decides now. */
export function useLearned({ id, message, correct }: Misroute) {
  const state = useRoutingState().data
  return useQuery({
    queryKey: [...keys.misroutes, 'decided', id, state?.examplesState, state?.published?.number],
    enabled: state !== undefined,
    queryFn: ({ signal }) => data(api.POST('/api/routing/decide', { body: { message, mode: 'supervised' }, signal })),
    select: ({ agent }) => agent === correct,
  })
}

/** Says whose a reported message was. */
export function useSayCorrect() {
  const t = useTexts('routing-misroutes')
  const reason = useReason()
  const agents = useAgentsById()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ misroute, agentId }: { misroute: Misroute; agentId: string }) =>
      data(
        api.POST('/api/routing/decisions/{id}/misroute', {
          params: { path: { id: misroute.decisionId } },
          body: { agentId, note: misroute.note, reroute: false },
        }),
      ),
    onSuccess: (_, { agentId }) => {
      notify(t('saySaved', { agent: agents.get(agentId)?.name ?? agentId }))
      void queries.invalidateQueries({ queryKey: keys.routing })
      void queries.invalidateQueries({ queryKey: ['conversation'] })
    },
    onError: (error) => notify(reason(error), 'failed'),
  })
}

/** Takes reports back after the time in which that can be undone; `hidden` are those that wait. */
export function useWithdrawing() {
  const t = useTexts('routing-misroutes')
  const reason = useReason()
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const withdraw = useCallback(
    ({ id, decisionId }: Misroute) => {
      const show = () => setHidden((now) => new Set([...now].filter((one) => one !== id)))
      const commit = async () => {
        try {
          // It must also get through while the page is being left.
          await data(
            api.DELETE('/api/routing/decisions/{id}/misroute', {
              params: { path: { id: decisionId } },
              keepalive: true,
            }),
          )
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404)) notify(reason(error), 'failed')
        }
        await queries.invalidateQueries({ queryKey: keys.routing })
        void queries.invalidateQueries({ queryKey: ['conversation'] })
        show()
      }
      setHidden((now) => new Set([...now, id]))
      undoable(t('withdrawn'), () => void commit(), show)
    },
    [t, reason, queries],
  )
  return { hidden, withdraw }
}
