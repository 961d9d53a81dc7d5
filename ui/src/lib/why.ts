import { useMemo } from 'react'

import type { Schemas } from '@/client/api'

import { useAgentsById } from './agents'
import { useLateTexts } from './text'

/** Why something is as it is: a code with the values that its sentence names. */
export type Why = Schemas['Reason']

/** The values that are ids of agents. */
const AGENTS = ['agent', 'second', 'last', 'winner']

/**
 * Says a reason in the chosen language, agents by their names; in the server's words where it sent no code, or one
 * that is not known here yet.
 */
export function useWhy(): (why: Why | null | undefined, text: string) => string {
  const t = useLateTexts('reasons')
  const agents = useAgentsById()
  return useMemo(() => {
    const named = (values: Why['values']) =>
      Object.fromEntries(
        AGENTS.flatMap((key) => {
          const agent = agents.get(String(values?.[key]))
          return agent ? [[key, agent.name]] : []
        }),
      )
    const say = (why: Why | null | undefined, text: string): string => {
      if (!why) return text
      const said = why.parts?.map((part) => say(part, '')) ?? []
      const parts = said.map((part, index) => (index < said.length - 1 ? part.replace(/\.$/, '') : part)).join('; ')
      const wanted = why.values?.kind
      const kind =
        wanted === undefined ? undefined : t(`kind_${wanted}` as 'kind_agent', { defaultValue: String(wanted) })
      return t(why.code, { ...why.values, ...named(why.values), kind, parts, defaultValue: text })
    }
    return say
  }, [t, agents])
}
