import type { EventData } from '@/client/events'

export interface Delegation {
  id: number
  at: string
  data: EventData['agent-delegation']
}

interface Told {
  id: number
  kind: string
  at: string
  data: Record<string, unknown>
}

/** What was stored and what came since, each once, latest first; only those to `agent` where one is named. */
export function laidTogether(stored: readonly Told[], live: readonly Told[], agent: string): Delegation[] {
  const found = new Map<number, Delegation>()
  for (const fact of [...stored, ...live]) {
    if (fact.kind !== 'agent-delegation') continue
    const data = fact.data as unknown as EventData['agent-delegation']
    if (!agent || data.to === agent) found.set(fact.id, { id: fact.id, at: fact.at, data })
  }
  return [...found.values()].sort((a, b) => b.id - a.id)
}
