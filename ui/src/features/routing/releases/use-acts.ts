import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'

import { api, ApiError, data } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { FileFormat } from '../lines-file/format'
import type { Release } from './types'

const params = (number: number) => ({ params: { path: { number } } })

/** Reads everything about routing again, and what an agent's fields decide. */
export function useRefresh(): () => Promise<unknown> {
  const queries = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keys.routing }),
        queries.invalidateQueries({ queryKey: keys.agents }),
      ]),
    [queries],
  )
}

export function useFailed(): (error: unknown) => void {
  const reason = useReason()
  return useMemo(() => (error: unknown) => notify(reason(error), 'failed'), [reason])
}

/** Chooses whether edits are published at once. */
export function useAutoPublish() {
  const failed = useFailed()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (autoPublish: boolean) => data(api.PATCH('/api/routing/state', { body: { autoPublish } })),
    onError: failed,
    onSettled: refresh,
  })
}

/** Decides past messages and golden cases with a release and with the published one. */
export function useReplay() {
  const t = useTexts('routing-releases')
  const failed = useFailed()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (number: number) =>
      data(api.POST('/api/routing/releases/{number}/replay', { ...params(number), body: {} })),
    onSuccess: () => notify(t('candidate.replayed')),
    onError: failed,
    onSettled: refresh,
  })
}

/** Decides the messages of a file with a release, by default with what decides now. */
export function useTryFile(number: number | undefined) {
  return useMutation({
    mutationFn: (file: { format: FileFormat; content: string }) =>
      data(
        api.POST('/api/routing/replay', { body: { ...file, ...(number === undefined ? {} : { release: number }) } }),
      ),
  })
}

/** Publishes a release; what refuses it is left to the caller to show. */
export function usePublish() {
  const t = useTexts('routing-releases')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ number, reason, override }: { number: number; reason?: string; override?: string }) =>
      data(
        api.POST('/api/routing/releases/{number}/publish', {
          ...params(number),
          body: { ...(reason ? { reason } : {}), ...(override ? { override } : {}) },
        }),
      ),
    onSuccess: ({ number }) => notify(t('candidate.published', { number })),
    onSettled: refresh,
  })
}

/** Makes a new release with the content of an earlier one decide. */
export function useRollback() {
  const t = useTexts('routing-releases')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ number, reason }: { number: number; reason?: string }) =>
      data(api.POST('/api/routing/releases/{number}/rollback', { ...params(number), body: reason ? { reason } : {} })),
    onSuccess: (release, { number }) => notify(t('rollback.done', { number: release.number, to: number })),
    onSettled: refresh,
  })
}

/** Lets a candidate decide a share of the conversations; 0 ends that. */
export function useCanary() {
  const t = useTexts('routing-releases')
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ number, share }: { number: number; share: number }) =>
      share
        ? data(api.POST('/api/routing/releases/{number}/canary', { ...params(number), body: { share } }))
        : data(api.DELETE('/api/routing/releases/{number}/canary', params(number))),
    onSuccess: (_, { number, share }) => notify(share ? t('canary.started', { number, share }) : t('canary.ended')),
    onSettled: refresh,
  })
}

/** Discards a candidate after the time in which that can be undone; until then it is hidden. */
export function useDiscard() {
  const t = useTexts('routing-releases')
  const failed = useFailed()
  const refresh = useRefresh()
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const discard = useCallback(
    ({ number }: Release) => {
      const show = () => setHidden((now) => new Set([...now].filter((one) => one !== number)))
      const commit = async () => {
        try {
          // The page may be left at this moment; the request goes out nevertheless.
          await data(api.POST('/api/routing/releases/{number}/discard', { ...params(number), keepalive: true }))
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 404)) failed(error)
        }
        await refresh()
        show()
      }
      setHidden((now) => new Set([...now, number]))
      undoable(t('candidate.discarded', { number }), () => void commit(), show)
    },
    [t, failed, refresh],
  )
  return { hidden, discard }
}
