import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useMemo, useRef } from 'react'

import { api, data, type Message } from '@/client/api'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import type { Row } from '@/components/work/turn-view'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { mainThread } from '@/live/delivery'
import { keys } from '@/live/refresh'

import type { SentFile } from './files'
import { useSend, type Place } from './send'
import { useTeaching } from './teaching'
import type { ThreadActions } from './thread-actions'
import { changeTurn } from './thread-data'

interface Means {
  place: Place & { conversationId: string }
  rows: readonly Row[]
  setEditing: (id: string | null) => void
  /** Asks before later turns are replaced; goes on at once where there are none. */
  confirm: (later: number, go: () => void) => void
}

/** Returns what can be done to the turns of a thread; the same object for as long as the thread is open. */
export function useThreadActionsOf(means: Means): ThreadActions {
  const now = useRef(means)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const reason = useReason()
  const why = useRef(reason)
  const teaching = useTeaching()
  const told = useRef(teaching)
  const t = useTexts('chat')
  const agents = useAgentsById()
  const held = useRef((agentId: string) => agentId)
  useLayoutEffect(() => {
    now.current = means
    why.current = reason
    told.current = teaching
    held.current = (agentId) => t('held.elsewhere', { agent: agents.get(agentId)?.name ?? agentId })
  })
  const send = useSend()
  return useMemo(() => {
    const failed = (error: unknown) => notify(why.current(error), 'failed')
    const rowOf = (id: string) => now.current.rows.find((row) => row.id === id)
    const laterThan = (id: string) => now.current.rows.length - 1 - now.current.rows.findIndex((row) => row.id === id)
    const refresh = () =>
      void queries.invalidateQueries({ queryKey: keys.conversation(now.current.place.conversationId) })
    const again = (row: Row, message: string, addressee: string | null) =>
      send({ message, files: row.turn?.files ?? [], place: now.current.place, addressee, replaces: row.id })
    /** Whom the turn was addressed to, beyond whom the thread is with. */
    const addresseeOf = (row: Row) => {
      const chosen = row.turn?.requestedAgent ?? null
      return chosen !== now.current.place.agentId && now.current.place.mode === 'supervised' ? chosen : null
    }
    const directly = async (message: string, agentId: string, files: readonly SentFile[]) => {
      const conversationId = await mainThread(agentId, 'direct')
      const { accepted } = await send({ message, files, place: { agentId, mode: 'direct', conversationId } })
      if (!accepted) notify(held.current(agentId), 'note')
      else await navigate({ to: '/chat/$conversationId', params: { conversationId: accepted.conversationId } })
    }
    return {
      laterThan,
      edit: (id) => now.current.setEditing(id),
      stop: (id) =>
        void data(api.POST('/api/agents/execution/{id}/cancel', { params: { path: { id } } })).then(refresh, failed),
      resume: async (id, retry) => {
        await data(api.POST('/api/agents/execution/{id}/resume', { params: { path: { id } }, body: { retry } }))
        refresh()
      },
      retry: (id) => {
        const row = rowOf(id)
        if (!row) return
        now.current.confirm(
          laterThan(id),
          () =>
            void messageOf(row)
              .then((message) => again(row, message, addresseeOf(row)))
              .catch(failed),
        )
      },
      retryWith: (id, agentId) => {
        const row = rowOf(id)
        if (!row) return
        if (now.current.place.mode === 'direct') {
          void messageOf(row)
            .then((message) => directly(message, agentId, row.turn?.files ?? []))
            .catch(failed)
          return
        }
        now.current.confirm(
          laterThan(id),
          () =>
            void messageOf(row)
              .then((message) => again(row, message, agentId))
              .catch(failed),
        )
      },
      sendEdited: async (id, message) => {
        const row = rowOf(id)
        if (!row) return
        now.current.setEditing(null)
        try {
          await again(row, message, addresseeOf(row))
        } catch (error) {
          now.current.setEditing(id)
          failed(error)
          throw error
        }
      },
      rate: (turn, rating) => {
        changeTurn(queries, turn.conversationId, turn.id, { feedback: rating })
        void data(
          api.PUT('/api/agents/execution/{id}/feedback', { params: { path: { id: turn.id } }, body: { rating } }),
        ).catch((error: unknown) => {
          changeTurn(queries, turn.conversationId, turn.id, { feedback: turn.feedback })
          failed(error)
        })
      },
      misroute: async (turn, correctAgent) => {
        const path = { id: turn.decision!.id }
        if (correctAgent === undefined)
          await data(api.DELETE('/api/routing/decisions/{id}/misroute', { params: { path } }))
        else
          await data(
            api.POST('/api/routing/decisions/{id}/misroute', {
              params: { path },
              body: { agentId: correctAgent, note: '', reroute: false },
            }),
          )
        changeTurn(queries, turn.conversationId, turn.id, {
          misroute: correctAgent === undefined ? null : { correctAgent },
        })
        void queries.invalidateQueries({ queryKey: keys.routing })
      },
      reroute: (turn, agentId) =>
        now.current.confirm(laterThan(turn.id), () => {
          const path = { id: turn.decision!.id }
          void data(
            api.POST('/api/routing/decisions/{id}/misroute', {
              params: { path },
              body: { agentId, note: '', reroute: true },
            }),
          ).then(({ id }) => {
            refresh()
            void queries.invalidateQueries({ queryKey: keys.routing })
            told.current.rerouted(id, agentId)
          }, failed)
        }),
      pin: (turn, right) => {
        const params = { params: { path: { id: turn.decision!.id } } }
        changeTurn(queries, turn.conversationId, turn.id, { pinned: right })
        const call: Promise<unknown> = right
          ? data(api.POST('/api/routing/decisions/{id}/pin', { ...params, body: { note: '' } }))
          : data(api.DELETE('/api/routing/decisions/{id}/pin', params))
        void call.then(
          () => {
            void queries.invalidateQueries({ queryKey: keys.routing })
            told.current.pinned(turn.decision!.agent, right)
          },
          (error: unknown) => {
            changeTurn(queries, turn.conversationId, turn.id, { pinned: !right })
            failed(error)
          },
        )
      },
    }
  }, [queries, navigate, send])
}

/** The whole of what the person said; turns carry only its beginning. */
async function messageOf(row: Row): Promise<string> {
  const own: Message | undefined = row.question
  if (own) return own.content
  const execution = await data(api.GET('/api/agents/execution/{id}', { params: { path: { id: row.id } } }))
  return execution.message
}
