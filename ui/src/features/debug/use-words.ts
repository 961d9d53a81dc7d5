import { useMemo } from 'react'

import { useFormat } from '@/lib/format'
import { type Say, useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import type { LiveFact } from '@/live/turns'

import type { Words } from './sentence'
import { summary } from './summary'
import { usePeople } from './use-people'

type Key = Parameters<Say<'debug'>>[0]

/** Returns the function that says in one line what happened. */
export function useSummary(): (fact: LiveFact) => string {
  const t = useTexts('debug')
  const shared = useTexts('shared')
  const { name, swarm } = usePeople()
  const format = useFormat()
  const why = useWhy()
  return useMemo(() => {
    const words: Omit<Words, 'name'> = {
      swarm,
      duration: format.duration,
      micros: format.micros,
      mode: (mode) => (mode === 'direct' || mode === 'supervised' ? shared(`mode.${mode}`) : mode),
      why,
    }
    return (fact) => {
      const { key, values } = summary(fact, { ...words, name: (agent) => name(agent, fact) })
      return t(`say.${key}` as Key, values)
    }
  }, [t, shared, name, swarm, format, why])
}

/** Returns the function that names a kind in plain words; one that this app does not know keeps its name. */
export function useKindName(): (kind: string) => string {
  const t = useTexts('debug')
  return useMemo(() => (kind) => t(`kind.${kind.replaceAll('.', '-')}` as Key, { defaultValue: kind }), [t])
}
