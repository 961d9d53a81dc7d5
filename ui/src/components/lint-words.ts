import { useCallback } from 'react'

import type { Schemas } from '@/client/api'
import { useWhy } from '@/lib/why'

/** Writes what lint says in the chosen language. */
export function useWarningText(): (remark: Pick<Schemas['LintWarning'], 'message' | 'why'>) => string {
  const say = useWhy()
  return useCallback(({ message, why }) => say(why, message), [say])
}
