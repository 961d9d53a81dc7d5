import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { useAgentsById } from '@/lib/agents'
import { PERSON } from '@/lib/residents'
import { useTexts } from '@/lib/text'
import type { LiveFact } from '@/live/turns'

import { agentOf } from './summary'

/** Swarms whose names are asked for, those that changed last. */
const MOST_SWARMS = 200

/** What is shown of an agent or a resident. */
export interface Somebody {
  name: string
  color: string
  icon: string
}

interface Known {
  swarms: ReadonlyMap<string, string>
  residents: ReadonlyMap<string, Somebody>
  /** Whether all has been asked for: what is not known now is gone. */
  asked: boolean
}

const NOBODY: Known = { swarms: new Map(), residents: new Map(), asked: false }

/** The names of swarms and residents, below a page that has read them. */
export const SwarmNamesContext = createContext<Known>(NOBODY)

/** The swarm in which something happened. */
export function swarmOf(fact: LiveFact): string | undefined {
  if (fact.swarmId) return fact.swarmId
  return typeof fact.data.swarm === 'string' ? fact.data.swarm : undefined
}

const renames = (fact: LiveFact) =>
  (fact.kind === 'resident.changed' || fact.kind === 'swarm.changed') &&
  ['created', 'updated'].includes(String(fact.data.change))

type Residents = { residents: Schemas['Resident'][] }

/** Reads the names of the swarms of these events and of their residents, anew when one of them is made or changed. */
export function useSwarmNames(facts: readonly LiveFact[]): Known {
  const latest = useMemo(() => {
    const found = new Map<string, number>()
    for (const fact of facts) {
      const swarm = swarmOf(fact)
      if (swarm) found.set(swarm, renames(fact) ? fact.id : (found.get(swarm) ?? 0))
    }
    return found
  }, [facts])
  const swarms = useQuery({
    queryKey: ['swarm-names', Math.max(0, ...latest.values())],
    queryFn: () => data(api.GET('/api/swarms', { params: { query: { limit: MOST_SWARMS } } })),
    enabled: latest.size > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  // Only those that are there still are asked who lives in them.
  const there = useMemo(() => swarms.data?.swarms.filter(({ id }) => latest.has(id)) ?? [], [swarms.data, latest])
  const answers = useQueries({
    queries: there.map(({ id }) => ({
      queryKey: ['resident-names', id, latest.get(id)],
      queryFn: (): Promise<Residents> => data(api.GET('/api/swarms/{id}/residents', { params: { path: { id } } })),
      staleTime: Infinity,
      placeholderData: (had: Residents | undefined) => had,
    })),
    combine: together,
  })
  return useMemo(
    () => ({
      swarms: new Map(there.map(({ id, name }) => [id, name])),
      residents: new Map(answers.residents.map((one) => [one.id, one])),
      asked: !swarms.isPending && answers.asked,
    }),
    [there, answers, swarms.isPending],
  )
}

function together(answers: UseQueryResult<Residents>[]) {
  return {
    residents: answers.flatMap((answer) => answer.data?.residents ?? []),
    asked: answers.every((answer) => !answer.isPending),
  }
}

/** Returns the functions that say who or which swarm is meant in an event; of what is gone, what it was. */
export function usePeople() {
  const t = useTexts('debug')
  const agents = useAgentsById()
  const { swarms, residents, asked } = useContext(SwarmNamesContext)
  return useMemo(() => {
    const gone = (text: string) => (asked ? text : '…')
    const somebody = (id: string): Somebody | undefined => agents.get(id) ?? residents.get(id)
    const name = (id: string, fact: LiveFact) =>
      id === PERSON ? t('you') : (somebody(id)?.name ?? (swarmOf(fact) ? gone(t('gone.resident')) : id))
    return {
      name,
      swarm: (id: string) => swarms.get(id) ?? gone(t('gone.swarm')),
      /** Who did it or whom it names, and what they are called; nothing where it is about nobody. */
      about: (fact: LiveFact) => {
        const id = agentOf(fact)
        return id === undefined ? undefined : { somebody: somebody(id), name: name(id, fact) }
      },
    }
  }, [t, agents, swarms, residents, asked])
}
