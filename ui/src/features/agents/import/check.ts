import { useEffect, useState } from 'react'

import { api, ApiError, data, type Schemas } from '@/client/api'

import { each } from '../acts'
import type { Found } from './bundle'

/** What the server says about an agent of a file. */
export interface Verdict {
  warnings: Schemas['LintWarning'][]
  /** Why the server would refuse it, in its own words. */
  refusals: string[]
}

const NOTHING: ReadonlyMap<number, Verdict> = new Map()

/** Asks the server about each agent that can be read; the answers come in one after another, by place in the file. */
export function useVerdicts(found: readonly Found[]): {
  verdicts: ReadonlyMap<number, Verdict>
  done: number
  total: number
} {
  const [verdicts, setVerdicts] = useState(NOTHING)
  const total = found.filter((one) => one.draft).length
  useEffect(() => {
    const stop = new AbortController()
    const gathered = new Map<number, Verdict>()
    let shownAt = 0
    const show = () => {
      shownAt = Date.now()
      setVerdicts(new Map(gathered))
    }
    const ask = async ({ draft, index }: Found) => {
      gathered.set(index, await verdictOn(draft!, stop.signal))
      if (!stop.signal.aborted && Date.now() - shownAt > 100) show()
    }
    void each(
      found.filter((one) => one.draft),
      ask,
      4,
      () => stop.signal.aborted,
    ).then(() => {
      if (!stop.signal.aborted) show()
    })
    return () => stop.abort()
  }, [found])
  return { verdicts, done: verdicts.size, total }
}

async function verdictOn(body: Schemas['NamedAgent'], signal: AbortSignal): Promise<Verdict> {
  try {
    const { warnings } = await data(api.POST('/api/agents/lint', { body, signal }))
    return { warnings, refusals: [] }
  } catch (error) {
    // Without an answer nothing is known against it; the import itself will say.
    if (!(error instanceof ApiError) || error.status >= 500) return { warnings: [], refusals: [] }
    const errors = error.problem?.errors ?? []
    return {
      warnings: [],
      refusals: errors.length
        ? errors.map((one) => (one.field ? `${one.field}: ${one.detail}` : one.detail))
        : [error.message],
    }
  }
}
