import { useMemo } from 'react'

import type { Schemas } from '@/client/api'
import en from '@/client/reasons.en.json'
import es from '@/client/reasons.es.json'

import { texts } from './text'

/** Why something is as it is: a code with the values that its sentence names. */
export type Why = Schemas['Reason']

const useReasonTexts = texts('reasons', en, es)

/** Says a reason in the chosen language; where the server sent no code, or one that is not known here, its own words. */
export function useWhy(): (why: Why | null | undefined, text: string) => string {
  const t = useReasonTexts()
  return useMemo(() => {
    const say = (why: Why | null | undefined, text: string): string => {
      if (!why) return text
      const parts = why.parts?.map((part) => say(part, '')).join('; ') ?? ''
      return t(why.code, { ...why.values, parts, defaultValue: text })
    }
    return say
  }, [t])
}
