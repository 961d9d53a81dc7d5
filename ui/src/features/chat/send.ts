import { useCallback } from 'react'

import { freshKey, type Schemas } from '@/client/api'
import { deliveryNow, type Sent } from '@/live/delivery'

import { apart } from './attachments'
import type { SentFile } from './files'

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
  files?: readonly SentFile[]
  /** Somebody else whom it addresses, in a supervised thread. */
  addressee?: string | null
  /** The execution that it stands for. */
  replaces?: string | null
  /** The key by which a repetition of the whole act is known; a fresh one where there is none. */
  key?: string | undefined
}

const TITLE = 80

/**
 * Returns what sends a message and shows it at once. It throws what the server refuses it with; what cannot get
 * through now stays in the outbox and is tried again by itself.
 */
export function useSend(): (parcel: Parcel) => Promise<Sent> {
  return useCallback(({ message, place, files = [], addressee = null, replaces = null, key = freshKey() }) => {
    const { delivery, userId } = deliveryNow()
    return delivery.send({
      id: key,
      userId,
      conversationId: place.conversationId,
      begins: place.conversationId === null,
      placed: place.conversationId !== null,
      withAgent: place.agentId,
      mode: place.mode,
      title: titleOf(message) || titleOf(files[0]?.filename ?? ''),
      message,
      files,
      agentId: addressee,
      executionId: null,
      replaces,
      at: Date.now(),
      tries: 0,
      trying: false,
      problem: '',
      code: '',
      refused: null,
    })
  }, [])
}

/** What the list shows for a message: the beginning of its first line, or the first file's name. */
export function titleOf(message: string): string {
  const { words, attachments } = apart(message.trim())
  const first = (words || attachments[0]?.name || '').split('\n')[0]!.replaceAll(/\p{C}/gu, ' ')
  return [...first].slice(0, TITLE).join('').trim()
}
