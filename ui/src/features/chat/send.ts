import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { SUPERVISOR } from '@/lib/agents'
import { keys } from '@/live/refresh'

import { apart } from './attachments'
import { useOutbox } from './outbox'

export type Mode = Schemas['Mode']

/** Where a message goes: an agent in a mode, in a thread that there is or in one that begins with it. */
export interface Place {
  agentId: string
  mode: Mode
  conversationId: string | null
}

export interface Parcel {
  message: string
  place: Place
  /** Somebody else whom it addresses, in a supervised thread. */
  addressee?: string | null
  /** The execution that it stands for. */
  replaces?: string | null
}

const TITLE = 80

/** Returns what sends a message and shows it at once; it throws what the server says no with. */
export function useSend(): (parcel: Parcel) => Promise<Schemas['Accepted']> {
  const queries = useQueryClient()
  return useCallback(
    async ({ message, place, addressee = null, replaces = null }) => {
      const { add, change, remove } = useOutbox.getState()
      const id = `outgoing-${(count += 1)}`
      add({ id, conversationId: place.conversationId, message, agentId: addressee, executionId: null, replaces })
      try {
        const conversationId = place.conversationId ?? (await begin(place, message, addressee))
        const accepted = await data(api.POST('/api/agents/execute', { body: bodyOf(message, { ...place, conversationId }, addressee, replaces) }))
        change(id, { executionId: accepted.id, conversationId: accepted.conversationId })
        void queries.invalidateQueries({ queryKey: keys.conversation(accepted.conversationId) })
        void queries.invalidateQueries({ queryKey: keys.conversations })
        return accepted
      } catch (error) {
        remove(id)
        throw error
      }
    },
    [queries],
  )
}

let count = 0

/**
 * Begins a further thread where the pair has its main one; otherwise the first message makes that, unless it is
 * addressed to somebody else, whose main thread it would make.
 */
async function begin({ agentId, mode }: Place, message: string, addressee: string | null): Promise<string | null> {
  if (!addressee && !(await mainThread(agentId, mode))) return null
  const title = titleOf(message)
  const made = await data(api.POST('/api/conversations/create', { body: { agentId, mode, ...(title ? { title } : {}) } as Schemas['NewConversation'] }))
  return made.id
}

/** What the list shows for a message: the beginning of its first line, or the first file's name. */
export function titleOf(message: string): string {
  const { words, attachments } = apart(message.trim())
  const first = (words || attachments[0]?.name || '').split('\n')[0]!.replaceAll(/\p{C}/gu, ' ')
  return [...first].slice(0, TITLE).join('').trim()
}

/** Returns the id of the main thread with an agent in a mode, or nothing while there is none. */
export async function mainThread(agentId: string, mode: Mode): Promise<string | null> {
  const found = await data(api.GET('/api/conversations', { params: { query: { agentId, mode, limit: 200 } } }))
  return found.conversations.find((one) => one.threadKey === `${agentId}_${mode}`)?.id ?? null
}

function bodyOf(message: string, { agentId, mode, conversationId }: Place, addressee: string | null, replaces: string | null): Schemas['ExecuteRequest'] {
  // A thread knows its own agent; only who begins one or addresses somebody else has to say whom.
  const chosen = addressee ?? (conversationId || agentId === SUPERVISOR ? null : agentId)
  return { message, conversationId, replaces, agentId: chosen, forceSupervised: chosen !== null && mode === 'supervised' }
}
