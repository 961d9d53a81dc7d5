import { useEffect } from 'react'
import { create } from 'zustand'

import type { Schemas } from '@/client/api'
import { useLive } from '@/live/store'

import {
  activities,
  afterFact,
  heldEdges,
  IDLE,
  newFacts,
  NOTHING,
  pruned,
  synced,
  type Activity,
  type Flow,
} from './flow'

interface FlowState extends Flow {
  held: ReadonlySet<string>
  active: Readonly<Record<string, Activity>>
}

/** What flows now; every node and edge reads its own slice. */
export const useFlow = create<FlowState>()(() => ({ ...NOTHING, held: new Set(), active: {} }))

function put(flow: Flow): void {
  const before = useFlow.getState()
  if (flow.runs === before.runs) {
    useFlow.setState(flow)
    return
  }
  const active = activities(flow.runs)
  for (const [node, activity] of Object.entries(active)) {
    const had = before.active[node]
    // The same object says to who reads it that nothing has changed.
    if (had && had.state === activity.state && had.count === activity.count) active[node] = had
  }
  useFlow.setState({ ...flow, held: heldEdges(flow.runs), active })
}

/** Feeds the flow from the live events while a page shows it. */
export function useFlowFeed(unfinished: readonly Schemas['Turn'][] | undefined, asOf: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const prune = () => {
      timer = undefined
      const { flow, next } = pruned(useFlow.getState(), Date.now())
      put(flow)
      if (next !== null) timer = setTimeout(prune, Math.max(16, next - Date.now()))
    }
    const past = useLive.getState().facts.reduce((flow, fact) => afterFact(flow, fact, Date.now(), true), NOTHING)
    put({ ...past, pulses: {}, marks: {} })
    const stop = useLive.subscribe((now, before) => {
      if (now.facts === before.facts) return
      const fresh = newFacts(before.facts, now.facts)
      if (!fresh.length) return
      put(fresh.reduce((flow, fact) => afterFact(flow, fact, Date.now()), useFlow.getState() as Flow))
      if (timer === undefined) prune()
    })
    return () => {
      stop()
      clearTimeout(timer)
      put(NOTHING)
    }
  }, [])
  useEffect(() => {
    if (unfinished) put(synced(useFlow.getState(), unfinished, asOf))
  }, [unfinished, asOf])
}

/** What a node does now. */
export function useActivity(id: string): Activity {
  return useFlow((flow) => flow.active[id] ?? IDLE)
}

/** How many of these agents work now. */
export function useActivityOf(agents: readonly { id: string }[]): number {
  return useFlow((flow) => agents.filter((agent) => flow.active[agent.id]?.state === 'working').length)
}
