import { STAGES } from '@/client/events'

import type { ReplayReport } from './types'

export interface TrafficLink {
  /** The agent's id; empty where nobody has the message. */
  from: string
  to: string
  count: number
}

/** What goes from whom to whom between two releases: who keeps what, and what flips. */
export function trafficOf({ shares, groups }: Pick<ReplayReport, 'shares' | 'groups'>): TrafficLink[] {
  const key = (agent: string | null) => agent ?? ''
  const moved = groups
    .filter(({ before, after, count }) => count > 0 && before !== after)
    .map(({ before, after, count }) => ({ from: key(before), to: key(after), count }))
  const kept = shares.map(({ agent, before, after }) => {
    const own = key(agent)
    const sum = (side: 'from' | 'to') => moved.reduce((total, link) => total + (link[side] === own ? link.count : 0), 0)
    // Where flips beyond the groups that the report holds are unknown, the smaller of both is surely kept.
    return { from: own, to: own, count: Math.max(0, Math.min(before - sum('from'), after - sum('to'))) }
  })
  return [...kept, ...moved].filter(({ count }) => count > 0)
}

/** Only what goes elsewhere. */
export const movedOf = (links: readonly TrafficLink[]): TrafficLink[] => links.filter(({ from, to }) => from !== to)

/** Stages that settle anything before or after, in the order in which they are asked. */
export function stageShares({
  stagesBefore,
  stagesAfter,
  messages,
}: Pick<ReplayReport, 'stagesBefore' | 'stagesAfter' | 'messages'>): {
  stage: string
  before: number
  after: number
}[] {
  const counts = (pairs: ReplayReport['stagesBefore']) => new Map(pairs.map(([stage, count]) => [stage, Number(count)]))
  const [before, after] = [counts(stagesBefore), counts(stagesAfter)]
  const all = messages || 1
  return STAGES.filter((stage) => before.get(stage) || after.get(stage)).map((stage) => ({
    stage,
    before: (before.get(stage) ?? 0) / all,
    after: (after.get(stage) ?? 0) / all,
  }))
}
