import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { api, data, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Edit } from './types'

type NewRelease = Schemas['NewRelease']

interface Made {
  reason: string
  edits?: readonly Edit[]
  rules?: NonNullable<NewRelease['rules']>
}

const LOOK_MS = 2000

/** What is published, what waits, and what the router has learned. */
export function useRoutingState() {
  return useQuery({
    queryKey: keys.routingState,
    queryFn: () => data(api.GET('/api/routing/state')),
    staleTime: 60_000,
    // No event tells that learning, which takes a moment, is over.
    refetchInterval: ({ state }) => (state.data?.examplesState === 'training' ? LOOK_MS : false),
  })
}

/** Edits that the server proposes: for what only models settle, and for words that say too little. */
export function useProposals() {
  return useQuery({
    queryKey: [...keys.routing, 'proposals'],
    queryFn: ({ signal }) => data(api.GET('/api/routing/proposals', { signal })),
    select: (answer) => answer.proposals,
    staleTime: 60_000,
  })
}

/** Makes a release of edits or rules that waits to be published, and goes there. */
export function useMakeCandidate() {
  const t = useTexts('routing')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const reasonOf = useReason()
  return useMutation({
    mutationFn: ({ reason, edits = [], rules = {} }: Made) =>
      data(api.POST('/api/routing/releases', { body: { reason, edits: edits as NewRelease['edits'], rules } })),
    onSuccess: (release) => {
      void queries.invalidateQueries({ queryKey: keys.routing })
      notify(t('proposal.made', { number: release.number }))
      void navigate({ to: '/routing', search: { tab: 'releases', release: String(release.number) } })
    },
    onError: (error) => notify(reasonOf(error), 'failed'),
  })
}
