import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, ApiError, data, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useRemoving } from './removing'
import type { Resident, Swarm } from './types'

export type SwarmAct = 'pause' | 'resume' | 'stop'
export type ResidentAct = 'wake' | 'pause' | 'resume' | 'stop'

/** Pauses, resumes or stops a swarm. */
export function useSwarmAct(swarmId: string) {
  const queries = useQueryClient()
  const failed = useFailed()
  return useMutation({
    mutationFn: (act: SwarmAct) => postSwarm(swarmId, act),
    onSuccess: (swarm) => putSwarm(queries, swarm),
    onError: failed,
  })
}

/** Changes a swarm's name, goal or limits. */
export function useSwarmEdit(swarmId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['SwarmChanges']) =>
      data(api.PATCH('/api/swarms/{id}', { params: { path: { id: swarmId } }, body })),
    onSuccess: (swarm) => putSwarm(queries, swarm),
  })
}

/** Wakes, pauses, resumes or stops a resident. */
export function useResidentAct(swarmId: string) {
  const t = useTexts('swarm')
  const queries = useQueryClient()
  const failed = useFailed()
  return useMutation({
    mutationFn: ({ residentId, act }: { residentId: string; act: ResidentAct }) => {
      const init = { params: { path: { id: swarmId, residentId } } }
      switch (act) {
        case 'wake':
          return data(api.POST('/api/swarms/{id}/residents/{residentId}/wake', init))
        case 'pause':
          return data(api.POST('/api/swarms/{id}/residents/{residentId}/pause', init))
        case 'resume':
          return data(api.POST('/api/swarms/{id}/residents/{residentId}/resume', init))
        default:
          return data(api.POST('/api/swarms/{id}/residents/{residentId}/stop', init))
      }
    },
    onSuccess: (resident, { act }) => {
      putResident(queries, resident)
      if (act === 'wake') notify(t('done.woken', { name: resident.name }))
    },
    onError: failed,
  })
}

/** Deletes a swarm after a while in which it can be undone; until then it is hidden and rests. */
export function useSwarmRemove() {
  const t = useTexts('swarm')
  const queries = useQueryClient()
  const failed = useFailed()
  return useMemo(
    () => (swarm: Swarm) => {
      const { hide, show } = useRemoving.getState()
      hide(swarm.id)
      const ran = swarm.status === 'running'
      const rests = ran ? postSwarm(swarm.id, 'pause').catch(failed) : null
      const commit = async () => {
        try {
          await removeNow(swarm.id)
        } catch (error) {
          failed(error)
        }
        await queries.invalidateQueries({ queryKey: keys.swarms })
        show(swarm.id)
      }
      const undo = () => {
        show(swarm.id)
        // After the pause, which may still be on its way.
        void rests?.then(() => postSwarm(swarm.id, 'resume')).catch(failed)
      }
      undoable(t('done.deleted', { name: swarm.name }), () => void commit(), undo)
    },
    [t, queries, failed],
  )
}

const TRIES = 10
const BETWEEN_MS = 400

/** Deletes a swarm; turns that end late hold that up for a moment. */
async function removeNow(id: string): Promise<void> {
  const init = { params: { path: { id } }, keepalive: true }
  for (let tries = 1; ; tries += 1) {
    try {
      await data(api.DELETE('/api/swarms/{id}', init))
      return
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return
      if (!(error instanceof ApiError && error.status === 409) || tries === TRIES) throw error
    }
    if (tries === 1) await postSwarm(id, 'stop')
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS))
  }
}

function postSwarm(id: string, act: SwarmAct): Promise<Swarm> {
  const init = { params: { path: { id } } }
  switch (act) {
    case 'pause':
      return data(api.POST('/api/swarms/{id}/pause', init))
    case 'resume':
      return data(api.POST('/api/swarms/{id}/resume', init))
    default:
      return data(api.POST('/api/swarms/{id}/stop', init))
  }
}

function putSwarm(queries: QueryClient, swarm: Swarm): void {
  queries.setQueryData(keys.swarm(swarm.id), swarm)
  void queries.invalidateQueries({ queryKey: keys.swarms })
}

/** Shows a resident as it stands now before the list is read again. */
export function putResident(queries: QueryClient, resident: Resident): void {
  queries.setQueryData<{ residents: Resident[] }>(
    keys.residents(resident.swarmId),
    (had) => had && { ...had, residents: had.residents.map((one) => (one.id === resident.id ? resident : one)) },
  )
}

function useFailed(): (error: unknown) => void {
  const t = useTexts('swarm')
  const reason = useReason()
  return useMemo(() => (error: unknown) => notify(t('done.failed', { reason: reason(error) }), 'failed'), [t, reason])
}
