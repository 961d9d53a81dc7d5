import { useMemo } from 'react'

import { useSharedTexts } from '@/components/texts'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useWhy } from '@/lib/why'
import type { LiveFact } from '@/live/turns'

import type { Words } from './sentence'
import { summary } from './summary'
import { useDebugTexts } from './texts'

type Key = Parameters<ReturnType<typeof useDebugTexts>>[0]

/** Returns the function that says in one line what happened. */
export function useSummary(): (fact: LiveFact) => string {
  const t = useDebugTexts()
  const shared = useSharedTexts()
  const agents = useAgentsById()
  const format = useFormat()
  const why = useWhy()
  return useMemo(() => {
    const words: Words = {
      name: (agent) => (agent === 'person' ? t('you') : (agents.get(agent)?.name ?? agent)),
      duration: format.duration,
      micros: format.micros,
      mode: (mode) => (mode === 'direct' || mode === 'supervised' ? shared(`mode.${mode}`) : mode),
      why,
    }
    return (fact) => {
      const { key, values } = summary(fact, words)
      return t(`say.${key}` as Key, values)
    }
  }, [t, shared, agents, format, why])
}

/** Returns the function that names a kind in plain words; one that this app does not know keeps its name. */
export function useKindName(): (kind: string) => string {
  const t = useDebugTexts()
  return useMemo(() => (kind) => t(`kind.${kind.replaceAll('.', '-')}` as Key, { defaultValue: kind }), [t])
}
