import { useMemo } from 'react'

import { useWaiting } from '@/components/approval'
import { useDoing, useSwarmLive } from '@/live/swarm'

import { useResidents, useWaits } from './data'
import { expectedBy, stateOf, type ResidentState } from './state'
import type { Resident } from './types'

const NOBODY: readonly string[] = []

/** How every resident of a swarm stands, by id. */
export function useStates(swarmId: string): ReadonlyMap<string, ResidentState> {
  const { data: residents, dataUpdatedAt } = useResidents(swarmId)
  const doing = useSwarmLive((live) => live.doing)
  const { expected, asked } = useExpectations(swarmId)
  return useMemo(
    () =>
      new Map(
        (residents ?? []).map((one) => [
          one.id,
          stateOf(one, doing[one.id], dataUpdatedAt, expected.get(one.id) ?? NOBODY, asked.get(one.id)),
        ]),
      ),
    [residents, doing, dataUpdatedAt, expected, asked],
  )
}

/** How one resident stands. */
export function useResidentState(resident: Resident): ResidentState {
  const { dataUpdatedAt } = useResidents(resident.swarmId)
  const doing = useDoing(resident.id)
  const { expected, asked } = useExpectations(resident.swarmId)
  return stateOf(resident, doing, dataUpdatedAt, expected.get(resident.id) ?? NOBODY, asked.get(resident.id))
}

/** From whom residents expect an answer, and on which tool a person's word. */
function useExpectations(swarmId: string) {
  const { data: waits } = useWaits(swarmId)
  const { data: waiting } = useWaiting()
  const expected = useMemo(() => expectedBy(waits ?? []), [waits])
  const asked = useMemo(() => new Map((waiting?.approvals ?? []).map((call) => [call.agentId, call.tool])), [waiting])
  return { expected, asked }
}
