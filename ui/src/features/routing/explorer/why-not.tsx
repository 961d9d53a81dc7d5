import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'

import { api, data, type Decision } from '@/client/api'
import { IconButton } from '@/components/button'
import { Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { Failure } from '@/components/states'
import { useAgents } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { routable } from '../agents'
import { WhyNotAnswer } from './why-not-answer'

/** Who is asked about, and how to ask about somebody. */
export interface Asking {
  agent: string | undefined
  ask: (agent: string | undefined) => void
}

function useWhyNot(decision: Decision, agent: string) {
  const { id, message, lastAgent } = decision
  return useQuery({
    queryKey: [...keys.routing, 'why-not', id ?? { message, lastAgent }, agent],
    queryFn: ({ signal }) =>
      id
        ? data(
            api.POST('/api/routing/decisions/{id}/why-not', {
              params: { path: { id } },
              body: { agentId: agent },
              signal,
            }),
          )
        : data(
            api.POST('/api/routing/why-not', {
              body: { message, agentId: agent, lastAgent: lastAgent ?? null },
              signal,
            }),
          ),
    enabled: agent !== '',
    retry: false,
    staleTime: 60_000,
  })
}

/** Asks why another agent did not get the message, and answers with the smallest change after which it would. */
export function WhyNotCard({ decision, asking }: { decision: Decision; asking: Asking }) {
  const t = useTexts('routing-explorer')
  const { data: agents } = useAgents()
  const { ask } = asking
  const choices = useMemo(
    () => routable(agents ?? []).filter((agent) => agent.id !== decision.agent || decision.parts?.length),
    [agents, decision],
  )
  const agent = asking.agent ?? ''
  const read = useWhyNot(decision, agent)
  const answered = read.isSuccess
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    // Whoever asks from a bar above sees the answer come.
    if (agent && answered) card.current?.scrollIntoView({ block: 'nearest' })
  }, [agent, answered])
  return (
    <section
      ref={card}
      aria-labelledby="why-not-title"
      className="flex min-w-0 scroll-mb-4 flex-col gap-4 rounded-lg border bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h2 id="why-not-title" className="text-md font-semibold">
            {t('whyNot.title')}
          </h2>
          <p className="mt-0.5 text-base text-muted">{t('whyNot.about')}</p>
        </div>
        <div className="flex min-w-0 items-center gap-1 max-sm:w-full">
          <Select
            aria-label={t('whyNot.agent')}
            value={agent}
            onChange={(event) => ask(event.target.value || undefined)}
            className="w-60 max-sm:flex-1"
          >
            <option value="">{t('whyNot.choose')}</option>
            {choices.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </Select>
          {agent && <IconButton icon="x" label={t('whyNot.close')} onClick={() => ask(undefined)} />}
        </div>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {!agent ? null : read.error ? (
          <Failure error={read.error} onRetry={() => void read.refetch()} className="py-4" />
        ) : read.data ? (
          <WhyNotAnswer key={agent} answer={read.data} decision={decision} />
        ) : (
          <p className="flex items-center gap-2 text-muted">
            <Icon name="circle-notch" size={16} className="animate-spin" />
            {t('whyNot.working')}
          </p>
        )}
      </div>
    </section>
  )
}
