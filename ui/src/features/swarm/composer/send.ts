import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { api, data, freshKey } from '@/client/api'
import { useReason } from '@/components/states'
import { keys } from '@/live/refresh'

import type { Mail } from '../types'
import { useOutbox, type Outgoing } from './outbox'

export type Letter = Pick<Outgoing, 'place' | 'first' | 'content' | 'as' | 'replyTo'>

/** Returns what shows a mail at once and sends it; nothing comes back where it failed, which its place then shows. */
export function useSend(swarmId: string): (letter: Letter) => Promise<Mail | null> {
  const post = usePost(swarmId)
  return useCallback(
    (letter) => {
      const mail: Outgoing = {
        ...letter,
        key: freshKey(),
        at: new Date().toISOString(),
        state: 'sending',
        error: '',
        mailId: null,
      }
      useOutbox.getState().add(mail)
      return post(mail)
    },
    [post],
  )
}

/** Returns what sends a mail once more that could not be sent. */
export function useSendAgain(swarmId: string): (mail: Outgoing) => Promise<Mail | null> {
  const post = usePost(swarmId)
  return useCallback(
    (mail) => {
      useOutbox.getState().change(mail.key, { state: 'sending', error: '' })
      return post(mail)
    },
    [post],
  )
}

function usePost(swarmId: string): (mail: Outgoing) => Promise<Mail | null> {
  const queries = useQueryClient()
  const reason = useReason()
  return useCallback(
    async (mail) => {
      const { change } = useOutbox.getState()
      try {
        const sent = await data(
          api.POST('/api/swarms/{id}/mail', {
            params: { path: { id: swarmId } },
            headers: { 'Idempotency-Key': mail.key },
            body: {
              content: mail.content,
              as: mail.as,
              replyTo: mail.replyTo,
              expectsReply: false,
              ...(mail.first ? { to: mail.place } : { roomId: mail.place }),
            },
          }),
        )
        change(mail.key, { state: 'sent', mailId: sent.id })
        void queries.invalidateQueries({ queryKey: keys.roomMail(sent.roomId) })
        void queries.invalidateQueries({ queryKey: keys.rooms(swarmId) })
        return sent
      } catch (error) {
        change(mail.key, { state: 'failed', error: reason(error) })
        return null
      }
    },
    [queries, reason, swarmId],
  )
}
