import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { api, data, type Decision } from '@/client/api'
import { Button } from '@/components/button'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'
import { byContext } from '@/lib/stages'

import { caseOf } from './case-of'

const MOST = 200

/** Makes a golden case of a decision, stored or only tried; or lets it go again. */
export function PinDecision({ decision }: { decision: Decision }) {
  const t = useTexts('routing-golden')
  const reason = useReason()
  const navigate = useNavigate()
  const agents = useAgentsById()
  const queries = useQueryClient()
  const known = useQuery({
    queryKey: [...keys.golden, 'latest'],
    queryFn: () => data(api.GET('/api/routing/golden', { params: { query: { limit: MOST } } })),
    staleTime: 60_000,
  })
  const pinned = caseOf(decision, known.data?.cases ?? [])
  const pin = useMutation({
    mutationFn: async () => {
      if (pinned) await data(api.DELETE('/api/routing/golden/{id}', { params: { path: { id: pinned.id } } }))
      else if (decision.id)
        await data(
          api.POST('/api/routing/decisions/{id}/pin', { params: { path: { id: decision.id } }, body: { note: '' } }),
        )
      else
        await data(
          api.POST('/api/routing/golden', {
            body: { text: decision.message, agent: decision.agent, lastAgent: decision.lastAgent ?? null, note: '' },
          }),
        )
    },
    onSuccess: () => {
      const name = agents.get(decision.agent ?? SUPERVISOR)?.name ?? decision.agent ?? ''
      if (pinned) notify(t('pin.undone'))
      else
        notify(decision.agent ? t('pin.done', { agent: name }) : t('pin.nobody'), 'done', {
          label: t('list'),
          act: () => void navigate({ to: '/routing', search: { tab: 'golden' } }),
        })
    },
    onError: (error) => notify(reason(error), 'failed'),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.routing }),
  })
  if (byContext(decision.stage)) return null
  return (
    <Button
      size="small"
      look={pinned ? 'plain' : 'quiet'}
      icon="push-pin"
      aria-pressed={Boolean(pinned)}
      busy={pin.isPending}
      onClick={() => pin.mutate()}
    >
      {t(pinned ? 'pin.is' : 'pin.do')}
    </Button>
  )
}
